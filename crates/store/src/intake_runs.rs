//! Intake runs: uploads of collection staff and what became of them (docs/ingest.md#in-the-browser).

use domain::dates::time_before;
use domain::intake::{IntakeCounts, IntakeDetails, IntakeFile, IntakeOptions, IntakeState, RUN_RETENTION};
use domain::{AccountId, SiteId};
use jiff::Timestamp;

use crate::jobs::{JobId, JobProgress, JobState};
use crate::roster_runs::account_name;
use crate::sql::TableRow;
use crate::{Conn, PageRequest, Record as _, Result, Sql, Tx, record, replaced_value};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntakeRun {
    pub id: i64,
    pub site: SiteId,
    /// The account that uploaded the files. `None` if it is closed.
    pub account: Option<AccountId>,
    /// The name of the person who uploaded the files.
    pub made_by: Option<String>,
    pub started: Timestamp,
    pub options: IntakeOptions,
    pub files: Vec<IntakeFile>,
    /// The job that ingests them.
    pub job: Option<JobId>,
    pub state: IntakeState,
    /// Progress of the job, until it is removed from the queue.
    pub progress: JobProgress,
    /// Cancellation was requested.
    pub is_stopping: bool,
    pub counts: IntakeCounts,
    /// The key of the report. `None` if there is nothing to report, or the run has not ended.
    pub report: Option<String>,
    /// Why it failed.
    pub reason: Option<String>,
    pub ended: Option<Timestamp>,
}

#[derive(Debug, Clone)]
pub struct NewIntakeRun<'a> {
    pub site: &'a SiteId,
    pub account: &'a AccountId,
    pub started: Timestamp,
    pub options: &'a IntakeOptions,
    pub files: &'a Vec<IntakeFile>,
}

#[derive(Debug, Clone)]
pub struct IntakeEnd<'a> {
    /// A final state.
    pub state: IntakeState,
    pub counts: &'a IntakeCounts,
    pub details: &'a IntakeDetails,
    /// The key of the report.
    pub report: Option<&'a str>,
}

record! {
    IntakeRun {
        id: "r.id",
        site: "r.site_id",
        account: "r.account_id",
        made_by: "a.document" => account_name,
        started: "r.started_at",
        options: "r.options",
        files: "r.files",
        job: "r.job_id",
        state: "r.outcome, j.state" => run_state,
        progress: "j.progress_done, j.progress_total, j.progress_note" => progress_from_columns,
        is_stopping: "r.stop_requested",
        counts: "r.counts",
        report: "r.report",
        reason: "r.reason, j.last_error, r.outcome, j.state" => failure_reason,
        ended: "r.ended_at",
    }
}

const RUN_SOURCE: &str = "intake_runs r LEFT JOIN accounts a ON a.id = r.account_id \
     LEFT JOIN jobs j ON j.id = r.job_id WHERE TRUE";

fn run_state((outcome, job_state): (Option<IntakeState>, Option<JobState>)) -> IntakeState {
    // A job that ended without its worker could not say so.
    outcome.unwrap_or(match job_state {
        Some(JobState::Ready) => IntakeState::Waiting,
        Some(JobState::Running) => IntakeState::Running,
        // Canceled jobs are removed after some days, dead ones are not.
        Some(JobState::Cancelled) | None => IntakeState::Stopped,
        Some(JobState::Dead | JobState::Done) => IntakeState::Failed,
    })
}

fn progress_from_columns((done, total, note): (Option<i64>, Option<i64>, Option<String>)) -> JobProgress {
    JobProgress { done: done.unwrap_or_default(), total: total.unwrap_or_default(), note }
}

/// The stored reason, or the error of the job of a failed run.
fn failure_reason(
    (reason, job_error, outcome, job_state): (
        Option<String>,
        Option<String>,
        Option<IntakeState>,
        Option<JobState>,
    ),
) -> Option<String> {
    reason.or(job_error.filter(|_| run_state((outcome, job_state)) == IntakeState::Failed))
}

/// Adds a run; returns its number.
pub async fn insert(tx: &mut Tx, run: &NewIntakeRun<'_>) -> Result<i64> {
    let row = TableRow::new("intake_runs")
        .set("site_id", run.site)
        .set("account_id", run.account)
        .set("started_at", run.started)
        .set("options", replaced_value(run.options)?)
        .set("files", replaced_value(run.files)?)
        .set("counts", replaced_value(&IntakeCounts::default())?);
    tx.fetch_one(row.insert().append(" RETURNING id")).await
}

/// Sets the job that ingests the files of a run.
pub async fn set_job(tx: &mut Tx, id: i64, job: JobId) -> Result<()> {
    let statement = Sql::new("UPDATE intake_runs SET job_id = $2 WHERE id = $1").bind(id).bind(job);
    tx.execute(statement).await.map(drop)
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<IntakeRun>> {
    conn.fetch_optional(IntakeRun::select_from(RUN_SOURCE).append(" AND r.id = $1").bind(id)).await
}

/// Refused and repaired items of a run; empty before its end.
pub async fn get_details(mut conn: impl Conn, id: i64) -> Result<IntakeDetails> {
    let statement = Sql::new("SELECT details FROM intake_runs WHERE id = $1").bind(id);
    let details = conn.fetch_optional::<Option<IntakeDetails>>(statement).await?;
    Ok(details.flatten().unwrap_or_default())
}

/// A part of the runs of one site, or of all, newest first.
pub async fn page(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page_request: &PageRequest<'_, (), i64>,
) -> Result<Vec<IntakeRun>> {
    let (sign, order) = if page_request.backward { (">", "ASC") } else { ("<", "DESC") };
    let place = page_request.after.map_or(if page_request.backward { 0 } else { i64::MAX }, |(_, id)| *id);
    let statement = IntakeRun::select_from(RUN_SOURCE)
        .append(&format!(" AND r.id {sign} $1"))
        .bind(place)
        .and_if_some("r.site_id = ?", site)
        .append(&format!(" ORDER BY r.id {order} LIMIT {}", page_request.limit));
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM intake_runs WHERE TRUE").and_if_some("site_id = ?", site);
    conn.fetch_one(statement).await
}

/// Stores the numbers of a run that continues. Returns true if it is to stop.
pub async fn record_counts(mut conn: impl Conn, id: i64, counts: &IntakeCounts) -> Result<bool> {
    let statement = Sql::new("UPDATE intake_runs SET counts = $2 WHERE id = $1 RETURNING stop_requested")
        .bind_all((id, replaced_value(counts)?));
    Ok(conn.fetch_optional(statement).await?.unwrap_or_default())
}

/// Requests that a run stop. False if it has ended.
pub async fn request_stop(mut conn: impl Conn, id: i64) -> Result<bool> {
    let statement =
        Sql::new("UPDATE intake_runs SET stop_requested = TRUE WHERE id = $1 AND outcome IS NULL").bind(id);
    conn.affects_rows(statement).await
}

pub async fn end(tx: &mut Tx, id: i64, end: &IntakeEnd<'_>, now: Timestamp) -> Result<()> {
    let statement = Sql::new(
        "UPDATE intake_runs SET outcome = $2, counts = $3, details = $4, report = $5, reason = NULL, \
         ended_at = $6 WHERE id = $1",
    )
    .bind(id)
    .bind(end.state.as_str())
    .bind(replaced_value(end.counts)?)
    .bind(replaced_value(end.details)?)
    .bind(end.report)
    .bind(now);
    tx.execute(statement).await.map(drop)
}

/// Ends a run without a result: it was stopped before it began, or has failed for a reason.
pub async fn end_without_result(
    tx: &mut Tx,
    id: i64,
    (state, reason): (IntakeState, Option<&str>),
    now: Timestamp,
) -> Result<()> {
    let statement = Sql::new("UPDATE intake_runs SET outcome = $2, reason = $3, ended_at = $4 WHERE id = $1")
        .bind_all((id, state.as_str(), reason, now));
    tx.execute(statement).await.map(drop)
}

/// Lets runs that have failed begin again.
pub async fn reopen_many(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    let update = Sql::new(
        "UPDATE intake_runs SET outcome = NULL, reason = NULL, ended_at = NULL, stop_requested = FALSE \
         WHERE id IN (?) AND outcome = 'failed'",
    );
    tx.execute_each(update.for_keys(ids.iter().copied())).await.map(drop)
}

/// Deletes runs whose time has passed. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let before = time_before(now, RUN_RETENTION);
    conn.execute(Sql::new("DELETE FROM intake_runs WHERE started_at < $1").bind(before)).await
}
