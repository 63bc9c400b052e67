//! Runs: changes of many members of an organization, with the data to undo them
//! (docs/rules/organizations.md#rule-14).

use std::collections::HashSet;

use domain::dates::time_before;
use domain::removed_members::RemovedMember;
use domain::roster_runs::{KeptReason, MemberState, RosterRunKind, UNDO_PERIOD};
use domain::{Account, AccountId, OrganizationId, RosterRunId};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, TableRow, update_rows};
use crate::values::to_bigint;
use crate::{
    Conn, OnConflict, PageRequest, Record as _, Result, RowPosition, Sql, Tx, insert_rows, record,
    replaced_value,
};

/// A run with its counts, which are kept longer than its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterRun {
    pub id: RosterRunId,
    pub organization: OrganizationId,
    pub kind: RosterRunKind,
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
    let row = TableRow::new("roster_runs")
        .set("id", &run.id)
        .set("organization_id", run.organization)
        .set("kind", run.kind)
        .set("file_name", run.file_name)
        .set("account_id", run.account)
        .set("made_at", run.made)
        .set("created", count(|member| member.before.is_none() && member.after.is_some())?)
        .set("changed", count(|member| member.before.is_some() && member.after.is_some())?)
        .set("removed", count(|member| member.after.is_none())?);
    tx.execute(row.insert()).await?;
    let row = |(position, member): (i64, &NewRunMember)| {
        let row = TableRow::new("roster_run_members")
            .set("run_id", &run.id)
            .set("position", position)
            .set("account_id", &member.account)
            .set("state_before", member.before.as_ref().map(replaced_value).transpose()?)
            .set("state_after", member.after.as_ref().map(replaced_value).transpose()?)
            .set("snapshot", member.snapshot.as_ref().map(replaced_value).transpose()?);
        Ok(row)
    };
    // Only the snapshots of one chunk at a time are in memory as JSON.
    for (first, chunk) in (0..).step_by(ROWS_PER_STATEMENT).zip(members.chunks(ROWS_PER_STATEMENT)) {
        let rows = (first..).zip(chunk).map(row).collect::<Result<Vec<_>>>()?;
        tx.execute_each(insert_rows(rows, OnConflict::Fail)).await?;
    }
    Ok(())
}

record! {
    RosterRun {
        id: "r.id",
        organization: "r.organization_id",
        kind: "r.kind",
        file_name: "r.file_name",
        made_by: "a.document" => account_name,
        made: "r.made_at",
        created: "r.created",
        changed: "r.changed",
        removed: "r.removed",
        undone: "r.undone_at, u.document" => undo_from_columns,
    }
}

/// The runs of the organization `$1`.
const RUN_SOURCE: &str = "roster_runs r LEFT JOIN accounts a ON a.id = r.account_id \
     LEFT JOIN accounts u ON u.id = r.undone_by WHERE r.organization_id = $1";

fn undo_from_columns((at, account): (Option<Timestamp>, Option<Account>)) -> Option<UndoneRun> {
    at.map(|at| UndoneRun { at, by: account_name(account) })
}

pub(crate) fn account_name(account: Option<Account>) -> Option<String> {
    account.map(|account| account.display_name())
}

pub async fn get(
    mut conn: impl Conn,
    organization: &OrganizationId,
    id: &RosterRunId,
) -> Result<Option<RosterRun>> {
    let statement = RosterRun::select_from(RUN_SOURCE).append(" AND r.id = $2");
    conn.fetch_optional(statement.bind(organization).bind(id)).await
}

/// The last run of a kind that was not undone.
pub async fn find_latest(
    mut conn: impl Conn,
    organization: &OrganizationId,
    kind: RosterRunKind,
) -> Result<Option<RosterRun>> {
    let statement = RosterRun::select_from(RUN_SOURCE)
        .append(" AND r.kind = $2 AND r.undone_at IS NULL ORDER BY r.made_at DESC, r.id DESC LIMIT 1");
    conn.fetch_optional(statement.bind(organization).bind(kind)).await
}

/// A page of the runs of an organization, each with its position.
pub async fn page(
    mut conn: impl Conn,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), String>,
) -> Result<Vec<(RowPosition<String>, RosterRun)>> {
    let key = "CAST(r.made_at AS TEXT)";
    let columns = RosterRun::COLUMNS;
    let statement = Sql::new(format!("SELECT {key}, r.id, {columns} FROM {RUN_SOURCE}")).bind(organization);
    conn.fetch_all(page_request.complete(statement, key, "r.id")).await
}

pub async fn count(mut conn: impl Conn, organization: &OrganizationId) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM roster_runs WHERE organization_id = $1");
    conn.fetch_one(statement.bind(organization)).await
}

record! {
    RunMember {
        position,
        account: "account_id",
        before: "state_before",
        after: "state_after",
        snapshot,
        kept: "kept" => Option::unwrap_or_default,
    }
}

/// The members of a run in its order: at most `limit`. None once the time to undo it is over.
pub async fn list_members(mut conn: impl Conn, run: &RosterRunId, limit: u32) -> Result<Vec<RunMember>> {
    let source = format!("roster_run_members WHERE run_id = $1 ORDER BY position LIMIT {limit}");
    conn.fetch_all(RunMember::select_from(&source).bind(run)).await
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
        .bind_all((run, now, by));
    tx.execute(statement).await?;
    let row = |(position, reasons): &(i64, Vec<KeptReason>)| {
        Ok(TableRow::new("roster_run_members")
            .set("position", *position)
            .set("kept", replaced_value(reasons)?))
    };
    let rows = kept.iter().map(row).collect::<Result<Vec<_>>>()?;
    let of_run = |update: Sql| {
        let condition = format!(" AND roster_run_members.run_id = ${}", update.next_number());
        update.append(&condition).bind(run)
    };
    tx.execute_each(update_rows(rows).into_iter().map(of_run).collect()).await.map(drop)
}

record! {
    RemovedPerson {
        account: "m.account_id",
        name: "m.snapshot" => removed_name,
        removed: "r.made_at",
        run: "m.run_id",
    }
}

fn removed_name(RemovedMember { account, .. }: RemovedMember) -> String {
    account.display_name()
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
    let columns = RemovedPerson::COLUMNS;
    let statement = Sql::new(format!("SELECT {key}, {id}, {columns} {FROM_REMOVED}"))
        .bind_all((organization, time_before(now, UNDO_PERIOD)));
    conn.fetch_all(page_request.complete(statement, key, id)).await
}

/// Counts the members who were removed and can still be restored.
pub async fn count_removed(
    mut conn: impl Conn,
    organization: &OrganizationId,
    now: Timestamp,
) -> Result<u64> {
    let statement = Sql::new(format!("SELECT COUNT(*) {FROM_REMOVED}"))
        .bind(organization)
        .bind(time_before(now, UNDO_PERIOD));
    conn.fetch_one(statement).await
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
    conn.fetch_each(Sql::new(ACTIVITY.map(select).join(" UNION ")).for_keys(accounts)).await
}

/// Deletes the changes of runs that can no longer be undone; their counts stay. Returns the number of
/// members.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new(
        "DELETE FROM roster_run_members WHERE run_id IN (SELECT id FROM roster_runs WHERE made_at <= $1)",
    );
    conn.execute(statement.bind(time_before(now, UNDO_PERIOD))).await
}
