//! Runs: changes of many members of an organization, with the data to undo them
//! (docs/rules/organizations.md#rule-14).

use std::collections::HashSet;

use domain::removed_members::RemovedMember;
use domain::roster_runs::{KeptReason, MemberState, RosterRunKind, UNDO_PERIOD};
use domain::{Account, AccountId, OrganizationId, RosterRunId};
use jiff::Timestamp;

use crate::from_row::from_row;
use crate::sql::{ROWS_PER_STATEMENT, update_rows};
use crate::values::to_bigint;
use crate::{
    Conn, OnConflict, PageRequest, Result, RowPosition, Sql, Tx, insert_rows, parse_enum, parse_record,
    replaced_value, to_count, to_timestamp,
};

/// A run with its counts, which are kept longer than its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterRun {
    pub id: RosterRunId,
    pub organization: OrganizationId,
    pub kind: RosterRunKind,
    /// Name of the file that it came from.
    pub file_name: Option<String>,
    /// Name of the person who made it. `None` for the operator.
    pub made_by: Option<String>,
    pub made: Timestamp,
    /// Number of members that it added.
    pub created: u64,
    /// Number of members that it changed.
    pub changed: u64,
    /// Number of members that it removed.
    pub removed: u64,
    /// Present if it was undone.
    pub undone: Option<UndoneRun>,
}

/// The undo of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneRun {
    pub at: Timestamp,
    /// Name of the person who undid it. `None` for the operator.
    pub by: Option<String>,
}

#[derive(Debug, Clone)]
pub struct NewRun<'a> {
    pub id: RosterRunId,
    pub organization: &'a OrganizationId,
    pub kind: RosterRunKind,
    pub file_name: Option<&'a str>,
    /// The account that makes it. `None` for the operator.
    pub account: Option<&'a AccountId>,
    pub made: Timestamp,
}

/// A run's change of one member. The member is new if there is no state before, and removed if there is
/// no state at all.
#[derive(Debug, Clone)]
pub struct NewRunMember {
    pub account: AccountId,
    pub before: Option<MemberState>,
    pub after: Option<MemberState>,
    /// Data deleted with a removed member.
    pub snapshot: Option<RemovedMember>,
}

/// A run's change of one member, as stored.
#[derive(Debug, Clone)]
pub struct RunMember {
    pub position: i64,
    pub account: AccountId,
    pub before: Option<MemberState>,
    pub after: Option<MemberState>,
    /// Data deleted with a removed member.
    pub snapshot: Option<RemovedMember>,
    /// Reasons for which undoing the run left the member unchanged.
    pub kept: Vec<KeptReason>,
}

/// A removed member who can still be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedPerson {
    pub account: AccountId,
    /// The name as others see it.
    pub name: String,
    pub removed: Timestamp,
    pub run: RosterRunId,
}

pub async fn insert(tx: &mut Tx, run: &NewRun<'_>, members: &[NewRunMember]) -> Result<()> {
    let count = |kind: fn(&NewRunMember) -> bool| {
        to_bigint(members.iter().filter(|member| kind(member)).count() as u64)
    };
    let statement = Sql::new(
        "INSERT INTO roster_runs (id, organization_id, kind, file_name, account_id, made_at, created, changed, \
         removed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(run.id.as_str())
    .bind(run.organization.as_str())
    .bind(run.kind.as_str())
    .bind(run.file_name)
    .bind(run.account.map(AccountId::as_str))
    .bind_time(run.made)
    .bind(count(|member| member.before.is_none() && member.after.is_some())?)
    .bind(count(|member| member.before.is_some() && member.after.is_some())?)
    .bind(count(|member| member.after.is_none())?);
    tx.execute(statement).await?;
    let columns = ["run_id", "position", "account_id", "state_before", "state_after", "snapshot"];
    let mut position = 0_i64;
    for chunk in members.chunks(ROWS_PER_STATEMENT) {
        let mut rows = Vec::with_capacity(chunk.len());
        for member in chunk {
            rows.push([
                run.id.as_str().into(),
                position.into(),
                member.account.as_str().into(),
                member.before.as_ref().map(replaced_value).transpose()?.into(),
                member.after.as_ref().map(replaced_value).transpose()?.into(),
                member.snapshot.as_ref().map(replaced_value).transpose()?.into(),
            ]);
            position += 1;
        }
        tx.execute(insert_rows("roster_run_members", columns, rows, OnConflict::Fail)).await?;
    }
    Ok(())
}

from_row! {
    struct RunRow {
        id: String,
        organization_id: String,
        kind: String,
        file_name: Option<String>,
        made_at: i64,
        created: i64,
        changed: i64,
        removed: i64,
        undone_at: Option<i64>,
        maker: Option<String>,
        undoer: Option<String>,
    }
}

const SELECT_RUNS: &str = "SELECT r.id, r.organization_id, r.kind, r.file_name, r.made_at, r.created, \
     r.changed, r.removed, r.undone_at, a.document AS maker, u.document AS undoer FROM roster_runs r \
     LEFT JOIN accounts a ON a.id = r.account_id LEFT JOIN accounts u ON u.id = r.undone_by \
     WHERE r.organization_id = $1";

fn run_from_row(row: RunRow) -> Result<RosterRun> {
    let undone = match row.undone_at {
        Some(at) => Some(UndoneRun { at: to_timestamp(at)?, by: account_name(row.undoer.as_deref())? }),
        None => None,
    };
    Ok(RosterRun {
        id: RosterRunId(row.id),
        organization: OrganizationId(row.organization_id),
        kind: parse_enum(&row.kind)?,
        file_name: row.file_name,
        made_by: account_name(row.maker.as_deref())?,
        made: to_timestamp(row.made_at)?,
        created: to_count(row.created)?,
        changed: to_count(row.changed)?,
        removed: to_count(row.removed)?,
        undone,
    })
}

pub(crate) fn account_name(document: Option<&str>) -> Result<Option<String>> {
    let account: Option<Account> = document.map(parse_record).transpose()?;
    Ok(account.map(|account| account.display_name()))
}

pub async fn get(
    mut conn: impl Conn,
    organization: &OrganizationId,
    id: &RosterRunId,
) -> Result<Option<RosterRun>> {
    let statement =
        Sql::new(format!("{SELECT_RUNS} AND r.id = $2")).bind(organization.as_str()).bind(id.as_str());
    conn.fetch_optional::<RunRow>(statement).await?.map(run_from_row).transpose()
}

/// The last run of a kind that was not undone.
pub async fn find_latest(
    mut conn: impl Conn,
    organization: &OrganizationId,
    kind: RosterRunKind,
) -> Result<Option<RosterRun>> {
    let statement = Sql::new(format!(
        "{SELECT_RUNS} AND r.kind = $2 AND r.undone_at IS NULL ORDER BY r.made_at DESC, r.id DESC LIMIT 1"
    ))
    .bind(organization.as_str())
    .bind(kind.as_str());
    conn.fetch_optional::<RunRow>(statement).await?.map(run_from_row).transpose()
}

/// A page of the runs of an organization, each with its position.
pub async fn page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), String>,
) -> Result<Vec<(RowPosition<String>, RosterRun)>> {
    // Times have sixteen digits from 2001 to 2286, so that they sort as texts.
    let key = "CAST(r.made_at AS TEXT)";
    let (beyond, order) =
        (page_request.after_condition(key, "r.id", 2), page_request.order_and_limit(key, "r.id"));
    let statement = Sql::new(format!("{SELECT_RUNS} {beyond} {order}")).bind(organization.as_str());
    let rows = conn.fetch_all::<RunRow>(page_request.bind_position(statement)).await?;
    rows.into_iter()
        .map(|row| Ok(((Some(row.made_at.to_string()), row.id.clone()), run_from_row(row)?)))
        .collect()
}

pub async fn count(mut conn: impl Conn, organization: &OrganizationId) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM roster_runs WHERE organization_id = $1");
    to_count(conn.fetch_one::<(i64,)>(statement.bind(organization.as_str())).await?.0)
}

from_row! {
    struct MemberRow {
        position: i64,
        account_id: String,
        state_before: Option<String>,
        state_after: Option<String>,
        snapshot: Option<String>,
        kept: Option<String>,
    }
}

/// The members of a run in its order: at most `limit`. None once the time to undo it is over.
pub async fn list_members(mut conn: impl Conn, run: &RosterRunId, limit: u32) -> Result<Vec<RunMember>> {
    let statement = Sql::new(format!(
        "SELECT position, account_id, state_before, state_after, snapshot, kept FROM roster_run_members \
         WHERE run_id = $1 ORDER BY position LIMIT {limit}"
    ))
    .bind(run.as_str());
    let rows = conn.fetch_all::<MemberRow>(statement).await?;
    rows.into_iter()
        .map(|row| {
            Ok(RunMember {
                position: row.position,
                account: AccountId(row.account_id),
                before: row.state_before.as_deref().map(parse_record).transpose()?,
                after: row.state_after.as_deref().map(parse_record).transpose()?,
                snapshot: row.snapshot.as_deref().map(parse_record).transpose()?,
                kept: row.kept.as_deref().map(parse_record).transpose()?.unwrap_or_default(),
            })
        })
        .collect()
}

/// Marks a run as undone, and notes what was left unchanged, by position in the run.
pub async fn mark_undone(
    tx: &mut Tx,
    run: &RosterRunId,
    by: Option<&AccountId>,
    kept: &[(i64, Vec<KeptReason>)],
    now: Timestamp,
) -> Result<()> {
    let statement = Sql::new("UPDATE roster_runs SET undone_at = $2, undone_by = $3 WHERE id = $1")
        .bind(run.as_str())
        .bind_time(now)
        .bind(by.map(AccountId::as_str));
    tx.execute(statement).await?;
    for chunk in kept.chunks(ROWS_PER_STATEMENT) {
        let columns = [("position", "BIGINT"), ("kept", "TEXT")];
        let mut statement = update_rows("roster_run_members", &columns, chunk.len());
        for (position, reasons) in chunk {
            statement = statement.bind(*position).bind(replaced_value(reasons)?);
        }
        let of_run = format!(" AND roster_run_members.run_id = ${}", statement.next_number());
        tx.execute(statement.append(&of_run).bind(run.as_str())).await?;
    }
    Ok(())
}

from_row! {
    struct RemovedRow {
        place: String,
        run_id: String,
        account_id: String,
        made_at: i64,
        snapshot: String,
    }
}

/// Runs of an organization whose removed members can still be restored; `$1` is the organization, `$2` the
/// time from which on.
const FROM_REMOVED: &str = "FROM roster_run_members m JOIN roster_runs r ON r.id = m.run_id \
     WHERE r.organization_id = $1 AND r.made_at > $2 AND r.undone_at IS NULL AND m.snapshot IS NOT NULL";

/// A page of the members who were removed and can still be restored, each with its position.
pub async fn list_removed_page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), String>,
    now: Timestamp,
) -> Result<Vec<(RowPosition<String>, RemovedPerson)>> {
    let key = "CAST(r.made_at AS TEXT)";
    let id = "(m.run_id || '/' || CAST(m.position AS TEXT))";
    let beyond = page_request.after_condition(key, id, 3);
    let order = page_request.order_and_limit(key, id);
    let statement = Sql::new(format!(
        "SELECT {id} AS place, m.run_id, m.account_id, r.made_at, m.snapshot {FROM_REMOVED} {beyond} {order}"
    ))
    .bind(organization.as_str())
    .bind_time(earliest_undoable(now));
    let rows = conn.fetch_all::<RemovedRow>(page_request.bind_position(statement)).await?;
    rows.into_iter()
        .map(|row| {
            let snapshot: RemovedMember = parse_record(&row.snapshot)?;
            let person = RemovedPerson {
                account: AccountId(row.account_id),
                name: snapshot.account.display_name(),
                removed: to_timestamp(row.made_at)?,
                run: RosterRunId(row.run_id),
            };
            Ok(((Some(row.made_at.to_string()), row.place), person))
        })
        .collect()
}

/// Counts the members who were removed and can still be restored.
pub async fn count_removed(
    mut conn: impl Conn,
    organization: &OrganizationId,
    now: Timestamp,
) -> Result<u64> {
    let statement = Sql::new(format!("SELECT COUNT(*) {FROM_REMOVED}"))
        .bind(organization.as_str())
        .bind_time(earliest_undoable(now));
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// The accounts among these that have read, downloaded or noted something, or have a list.
pub async fn find_active(mut conn: impl Conn, accounts: &[AccountId]) -> Result<HashSet<AccountId>> {
    const ACTIVITY: [(&str, &str); 8] = [
        ("downloads", "caller_id"),
        ("downloads", "recipient_id"),
        ("reading_events", "account_id"),
        ("bookmarks", "account_id"),
        ("highlights", "account_id"),
        ("progressions", "account_id"),
        ("synced_documents", "account_id"),
        ("reading_lists", "owner_id"),
    ];
    let select =
        |(table, column): (&str, &str)| format!("SELECT {column} AS id FROM {table} WHERE {column} IN (?)");
    let statements =
        Sql::new(ACTIVITY.map(select).join(" UNION ")).for_keys(accounts.iter().map(AccountId::as_str));
    Ok(conn.fetch_each::<(String,)>(statements).await?.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// Deletes the changes of runs that can no longer be undone; their counts stay. Returns the number of
/// members.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new(
        "DELETE FROM roster_run_members WHERE run_id IN (SELECT id FROM roster_runs WHERE made_at <= $1)",
    );
    conn.execute(statement.bind_time(earliest_undoable(now))).await
}

/// Runs that were made later can be undone.
fn earliest_undoable(now: Timestamp) -> Timestamp {
    now.saturating_sub(UNDO_PERIOD).unwrap_or(Timestamp::MIN)
}
