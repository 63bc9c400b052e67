//! Erasures of people and organizations, and their journal, which contains no names (docs/rules/erasure.md).

mod holds;
mod leavers;
mod organizations;
mod people;
mod remains;

use std::collections::HashSet;

use domain::erasure::{ErasedSubject, ErasureNote, ErasureReport};
use domain::{AccountId, OrganizationId};
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

use crate::sql::TableRow;
use crate::{ColumnReader, Conn, Record as _, Result, Row, Sql, StoreError, Tx, record, replaced_value};

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

/// Records an erasure. Returns its number.
async fn insert_entry(
    tx: &mut Tx,
    note: &ErasureNote,
    parent: Option<i64>,
    finished: Option<Timestamp>,
    report: &ErasureReport,
) -> Result<i64> {
    let (account, organization) = match &note.subject {
        ErasedSubject::Account(id) => (Some(id), None),
        ErasedSubject::Organization(id) => (None, Some(id)),
    };
    let row = TableRow::new("erasures")
        .set("site_id", &note.site)
        .set("account_id", account)
        .set("organization_id", organization)
        .set("parent_id", parent)
        .set("reason", note.reason)
        .set("erased_at", note.erased)
        .set("erased_by", &note.by)
        .set("finished_at", finished)
        .set("report", replaced_value(report)?);
    tx.fetch_one(row.insert().append(" RETURNING id")).await
}

/// Records that the erasure of an organization begins. Returns its number.
pub async fn begin_organization(tx: &mut Tx, note: &ErasureNote) -> Result<i64> {
    insert_entry(tx, note, None, None, &ErasureReport::default()).await
}

/// Records that the erasure of an organization's people is complete.
pub async fn finish(mut conn: impl Conn, id: i64, now: Timestamp) -> Result<bool> {
    let text = "UPDATE erasures SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL";
    conn.affects_rows(Sql::new(text).bind(id).bind(now)).await
}

record! {
    ErasureNote {
        site: "site_id",
        subject: "account_id, organization_id",
        reason,
        erased: "erased_at",
        by: "erased_by",
    }
}

record! {
    Erasure {
        id,
        note: "site_id, account_id, organization_id, reason, erased_at, erased_by",
        parent: "parent_id",
        finished: "finished_at",
        report,
    }
}

impl Row for ErasedSubject {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        match columns.read::<(Option<AccountId>, Option<OrganizationId>)>()? {
            (Some(account), _) => Ok(Self::Account(account)),
            (None, Some(organization)) => Ok(Self::Organization(organization)),
            (None, None) => Err(StoreError::Corrupt("an erasure of nobody".to_owned())),
        }
    }
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<Erasure>> {
    conn.fetch_optional(Erasure::select_from("erasures WHERE id = $1").bind(id)).await
}

/// The last erasure of a person.
pub async fn find_of_account(mut conn: impl Conn, account: &AccountId) -> Result<Option<Erasure>> {
    let statement = Erasure::select_from("erasures WHERE account_id = $1 ORDER BY id DESC LIMIT 1");
    conn.fetch_optional(statement.bind(account)).await
}

pub async fn find_of_organization(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Option<Erasure>> {
    let statement = Erasure::select_from("erasures WHERE organization_id = $1 ORDER BY id DESC LIMIT 1");
    conn.fetch_optional(statement.bind(organization)).await
}

/// Counts the people who were erased with an organization.
pub async fn count_children(mut conn: impl Conn, id: i64) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM erasures WHERE parent_id = $1").bind(id)).await
}

/// The people among these who are recorded as erased.
pub async fn find_erased(mut conn: impl Conn, accounts: &[AccountId]) -> Result<HashSet<AccountId>> {
    let select = Sql::new("SELECT DISTINCT account_id FROM erasures WHERE account_id IN (?)");
    conn.fetch_each(select.for_keys(accounts)).await
}

/// Erasures that the journal in the file store does not have yet, oldest first: at most `limit`.
pub async fn list_unnoted(mut conn: impl Conn, limit: u32) -> Result<Vec<Erasure>> {
    let source = format!("erasures WHERE noted_at IS NULL ORDER BY id LIMIT {limit}");
    conn.fetch_all(Erasure::select_from(&source)).await
}

/// The parts of the journal, among these, that this database has noted. Each is identified by the time of
/// writing in microseconds and the number of its first erasure. All erasures of such a part are recorded,
/// because they are noted in one statement.
pub async fn find_noted_parts(mut conn: impl Conn, parts: &[(i64, i64)]) -> Result<HashSet<(i64, i64)>> {
    let named: HashSet<&(i64, i64)> = parts.iter().collect();
    let select = Sql::new("SELECT noted_at, id FROM erasures WHERE noted_at IS NOT NULL AND id IN (?)");
    let mut noted: HashSet<(i64, i64)> =
        conn.fetch_each(select.for_keys(parts.iter().map(|(_, first)| *first))).await?;
    noted.retain(|part| named.contains(part));
    Ok(noted)
}

/// Records that the journal in the file store has these erasures.
pub async fn mark_noted(mut conn: impl Conn, ids: &[i64], now: Timestamp) -> Result<()> {
    let update = Sql::new("UPDATE erasures SET noted_at = $1 WHERE id IN (?)").bind(now);
    conn.execute_each(update.for_keys(ids.iter().copied())).await.map(drop)
}
