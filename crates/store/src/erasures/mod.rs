//! Erasures of people and organizations, and their journal, which contains no names (docs/rules/erasure.md).

mod holds;
mod leavers;
mod organizations;
mod people;
mod remains;

use std::collections::HashSet;

use domain::erasure::{ErasedSubject, ErasureNote, ErasureReason, ErasureReport};
use domain::{AccountId, OrganizationId, SiteId};
use jiff::Timestamp;

pub use holds::{ErasureHold, count_held_members, get_hold, release_hold, set_hold};
pub use leavers::{list_due_leavers, note_leavers};
pub(crate) use organizations::select_people;
pub use organizations::{
    ORGANIZATION_DELETED_TABLES, OrganizationPeople, count_people, erase_organization, list_people,
    lock_people,
};
pub use people::{NewErasure, describe_erasure, erase_late_records, erase_person, list_newly_erased};
pub use remains::erase_due_remains;

use crate::from_row::from_row;
use crate::values::to_micros;
use crate::{
    Conn, Result, Sql, StoreError, Tx, parse_enum, parse_record, replaced_value, to_count, to_opt_timestamp,
    to_timestamp,
};

/// An erasure, without names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erasure {
    /// Number of the certificate.
    pub id: i64,
    pub note: ErasureNote,
    /// The erasure of the organization that the person was erased with.
    pub parent: Option<i64>,
    /// Time at which the last person of an organization was erased. `None` while people wait for it.
    pub finished: Option<Timestamp>,
    pub report: ErasureReport,
}

#[derive(Debug, Clone, Copy)]
struct ErasureEntry<'a> {
    site: &'a SiteId,
    account: Option<&'a AccountId>,
    organization: Option<&'a OrganizationId>,
    parent: Option<i64>,
    reason: ErasureReason,
    erased: Timestamp,
    by: Option<&'a AccountId>,
    finished: Option<Timestamp>,
    report: &'a ErasureReport,
}

/// Records an erasure. Returns its number.
async fn insert_entry(tx: &mut Tx, new: ErasureEntry<'_>) -> Result<i64> {
    let statement = Sql::new(
        "INSERT INTO erasures (site_id, account_id, organization_id, parent_id, reason, erased_at, erased_by, \
         finished_at, report) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    )
    .bind(new.site.as_str())
    .bind(new.account.map(AccountId::as_str))
    .bind(new.organization.map(OrganizationId::as_str))
    .bind(new.parent)
    .bind(new.reason.as_str())
    .bind_time(new.erased)
    .bind(new.by.map(AccountId::as_str))
    .bind(to_micros(new.finished))
    .bind(replaced_value(new.report)?);
    Ok(tx.fetch_one::<(i64,)>(statement).await?.0)
}

/// Records that the erasure of an organization begins. Returns its number.
pub async fn begin_organization(
    tx: &mut Tx,
    note: &ErasureNote,
    organization: &OrganizationId,
) -> Result<i64> {
    let entry = ErasureEntry {
        site: &note.site,
        account: None,
        organization: Some(organization),
        parent: None,
        reason: note.reason,
        erased: note.erased,
        by: note.by.as_ref(),
        finished: None,
        report: &ErasureReport::default(),
    };
    insert_entry(tx, entry).await
}

/// Records that the erasure of an organization's people is complete.
pub async fn finish(mut conn: impl Conn, id: i64, now: Timestamp) -> Result<bool> {
    let text = "UPDATE erasures SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL";
    conn.affects_rows(Sql::new(text).bind(id).bind_time(now)).await
}

from_row! {
    struct ErasureRow {
        id: i64,
        site_id: String,
        account_id: Option<String>,
        organization_id: Option<String>,
        parent_id: Option<i64>,
        reason: String,
        erased_at: i64,
        erased_by: Option<String>,
        finished_at: Option<i64>,
        report: String,
    }
}

const SELECT_ERASURES: &str = "SELECT e.id, e.site_id, e.account_id, e.organization_id, e.parent_id, \
     e.reason, e.erased_at, e.erased_by, e.finished_at, e.report FROM erasures e";

fn erasure_from_row(row: ErasureRow) -> Result<Erasure> {
    let account = row.account_id.map(|id| ErasedSubject::Account(AccountId(id)));
    let organization = row.organization_id.map(|id| ErasedSubject::Organization(OrganizationId(id)));
    let subject = account.or(organization);
    Ok(Erasure {
        id: row.id,
        note: ErasureNote {
            site: SiteId(row.site_id),
            subject: subject.ok_or_else(|| StoreError::Corrupt("an erasure of nobody".to_owned()))?,
            reason: parse_enum(&row.reason)?,
            erased: to_timestamp(row.erased_at)?,
            by: row.erased_by.map(AccountId),
        },
        parent: row.parent_id,
        finished: to_opt_timestamp(row.finished_at)?,
        report: parse_record(&row.report)?,
    })
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<Erasure>> {
    let statement = Sql::new(format!("{SELECT_ERASURES} WHERE e.id = $1")).bind(id);
    conn.fetch_optional::<ErasureRow>(statement).await?.map(erasure_from_row).transpose()
}

/// The last erasure of a person.
pub async fn find_of_account(mut conn: impl Conn, account: &AccountId) -> Result<Option<Erasure>> {
    let text = format!("{SELECT_ERASURES} WHERE e.account_id = $1 ORDER BY e.id DESC LIMIT 1");
    let statement = Sql::new(text).bind(account.as_str());
    conn.fetch_optional::<ErasureRow>(statement).await?.map(erasure_from_row).transpose()
}

pub async fn find_of_organization(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Option<Erasure>> {
    let text = format!("{SELECT_ERASURES} WHERE e.organization_id = $1 ORDER BY e.id DESC LIMIT 1");
    let statement = Sql::new(text).bind(organization.as_str());
    conn.fetch_optional::<ErasureRow>(statement).await?.map(erasure_from_row).transpose()
}

/// Counts the people who were erased with an organization.
pub async fn count_children(mut conn: impl Conn, id: i64) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM erasures WHERE parent_id = $1").bind(id);
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// The people among these who are recorded as erased.
pub async fn find_erased(mut conn: impl Conn, accounts: &[AccountId]) -> Result<HashSet<AccountId>> {
    let select = Sql::new("SELECT DISTINCT account_id FROM erasures WHERE account_id IN (?)");
    let statements = select.for_keys(accounts.iter().map(AccountId::as_str));
    Ok(conn.fetch_each::<(String,)>(statements).await?.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// Erasures that the journal in the file store does not have yet, oldest first: at most `limit`.
pub async fn list_unnoted(mut conn: impl Conn, limit: u32) -> Result<Vec<Erasure>> {
    let text = format!("{SELECT_ERASURES} WHERE e.noted_at IS NULL ORDER BY e.id LIMIT {limit}");
    let rows = conn.fetch_all::<ErasureRow>(Sql::new(text)).await?;
    rows.into_iter().map(erasure_from_row).collect()
}

/// The parts of the journal, among these, that this database has noted. Each is identified by the time of
/// writing in microseconds and the number of its first erasure. All erasures of such a part are recorded,
/// because they are noted in one statement.
pub async fn find_noted_parts(mut conn: impl Conn, parts: &[(i64, i64)]) -> Result<HashSet<(i64, i64)>> {
    let named: HashSet<&(i64, i64)> = parts.iter().collect();
    let select = Sql::new("SELECT noted_at, id FROM erasures WHERE noted_at IS NOT NULL AND id IN (?)");
    let rows = conn.fetch_each::<(i64, i64)>(select.for_keys(parts.iter().map(|(_, first)| *first))).await?;
    Ok(rows.into_iter().filter(|part| named.contains(part)).collect())
}

/// Records that the journal in the file store has these erasures.
pub async fn mark_noted(mut conn: impl Conn, ids: &[i64], now: Timestamp) -> Result<()> {
    let update = Sql::new("UPDATE erasures SET noted_at = $1 WHERE id IN (?)").bind_time(now);
    conn.execute_each(update.for_keys(ids.iter().copied())).await.map(drop)
}
