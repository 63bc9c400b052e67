//! Intake runs: uploads of collection staff and what became of them (docs/ingest.md#in-the-browser).

use domain::intake::{IntakeCounts, IntakeDetails, IntakeFile, IntakeOptions, IntakeState, RUN_RETENTION};
use domain::{AccountId, SiteId};
use jiff::Timestamp;

use crate::from_row::from_row;
use crate::jobs::{JobId, JobProgress, JobState};
use crate::roster_runs::account_name;
use crate::{
    Conn, PageRequest, Result, Sql, Tx, parse_enum, parse_record, replaced_value, to_count, to_opt_timestamp,
    to_timestamp,
};

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

from_row! {
    struct RunRow {
        id: i64,
        site_id: String,
        account_id: Option<String>,
        started_at: i64,
        options: String,
        files: String,
        job_id: Option<i64>,
        stop_requested: bool,
        counts: String,
        report: Option<String>,
        outcome: Option<String>,
        reason: Option<String>,
        ended_at: Option<i64>,
        maker: Option<String>,
        job_state: Option<String>,
        job_error: Option<String>,
        progress_done: Option<i64>,
        progress_total: Option<i64>,
        progress_note: Option<String>,
    }
}

const SELECT_RUNS: &str = "SELECT r.id, r.site_id, r.account_id, r.started_at, r.options, r.files, r.job_id, \
     r.stop_requested, r.counts, r.report, r.outcome, r.reason, r.ended_at, a.document AS maker, \
     j.state AS job_state, j.last_error AS job_error, j.progress_done, j.progress_total, j.progress_note \
     FROM intake_runs r LEFT JOIN accounts a ON a.id = r.account_id LEFT JOIN jobs j ON j.id = r.job_id \
     WHERE TRUE";

fn run_from_row(row: RunRow) -> Result<IntakeRun> {
    let job_state: Option<JobState> = row.job_state.as_deref().map(parse_enum).transpose()?;
    let state = match row.outcome {
        Some(outcome) => parse_enum(&outcome)?,
        // A job that ended without its worker could not say so.
        None => match job_state {
            Some(JobState::Ready) => IntakeState::Waiting,
            Some(JobState::Running) => IntakeState::Running,
            // Canceled jobs are removed after some days, dead ones are not.
            Some(JobState::Cancelled) | None => IntakeState::Stopped,
            Some(JobState::Dead | JobState::Done) => IntakeState::Failed,
        },
    };
    Ok(IntakeRun {
        id: row.id,
        site: SiteId(row.site_id),
        account: row.account_id.map(AccountId),
        made_by: account_name(row.maker.as_deref())?,
        started: to_timestamp(row.started_at)?,
        options: parse_record(&row.options)?,
        files: parse_record(&row.files)?,
        job: row.job_id,
        state,
        progress: JobProgress {
            done: row.progress_done.unwrap_or_default(),
            total: row.progress_total.unwrap_or_default(),
            note: row.progress_note,
        },
        is_stopping: row.stop_requested,
        counts: parse_record(&row.counts)?,
        report: row.report,
        reason: row.reason.or(row.job_error.filter(|_| state == IntakeState::Failed)),
        ended: to_opt_timestamp(row.ended_at)?,
    })
}

/// Adds a run; returns its number.
pub async fn insert(tx: &mut Tx, run: &NewIntakeRun<'_>) -> Result<i64> {
    let statement = Sql::new(
        "INSERT INTO intake_runs (site_id, account_id, started_at, options, files, counts) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(run.site.as_str())
    .bind(run.account.as_str())
    .bind_time(run.started)
    .bind(replaced_value(run.options)?)
    .bind(replaced_value(run.files)?)
    .bind(replaced_value(&IntakeCounts::default())?);
    Ok(tx.fetch_one::<(i64,)>(statement).await?.0)
}

/// Sets the job that ingests the files of a run.
pub async fn set_job(tx: &mut Tx, id: i64, job: JobId) -> Result<()> {
    let statement = Sql::new("UPDATE intake_runs SET job_id = $2 WHERE id = $1").bind(id).bind(job);
    tx.execute(statement).await.map(drop)
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<IntakeRun>> {
    let statement = Sql::new(format!("{SELECT_RUNS} AND r.id = $1")).bind(id);
    conn.fetch_optional::<RunRow>(statement).await?.map(run_from_row).transpose()
}

/// Refused and repaired items of a run; empty before its end.
pub async fn get_details(mut conn: impl Conn, id: i64) -> Result<IntakeDetails> {
    let statement = Sql::new("SELECT details FROM intake_runs WHERE id = $1").bind(id);
    let row = conn.fetch_optional::<(Option<String>,)>(statement).await?;
    let details = row.and_then(|(details,)| details);
    Ok(details.as_deref().map(parse_record).transpose()?.unwrap_or_default())
}

/// A part of the runs of one site, or of all, newest first.
pub async fn page(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page_request: &PageRequest<'_, (), i64>,
) -> Result<Vec<IntakeRun>> {
    let (sign, order) = if page_request.backward { (">", "ASC") } else { ("<", "DESC") };
    let place = page_request.after.map_or(if page_request.backward { 0 } else { i64::MAX }, |(_, id)| *id);
    let statement = Sql::new(format!("{SELECT_RUNS} AND r.id {sign} $1"))
        .bind(place)
        .and_if_some("r.site_id = ?", site.map(SiteId::as_str))
        .append(&format!(" ORDER BY r.id {order} LIMIT {}", page_request.limit));
    conn.fetch_all::<RunRow>(statement).await?.into_iter().map(run_from_row).collect()
}

/// Counts the runs of one site, or of all.
pub async fn count(mut conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM intake_runs WHERE TRUE")
        .and_if_some("site_id = ?", site.map(SiteId::as_str));
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// Stores the numbers of a run that continues. Returns true if it is to stop.
pub async fn record_counts(mut conn: impl Conn, id: i64, counts: &IntakeCounts) -> Result<bool> {
    let statement = Sql::new("UPDATE intake_runs SET counts = $2 WHERE id = $1 RETURNING stop_requested")
        .bind(id)
        .bind(replaced_value(counts)?);
    Ok(conn.fetch_optional::<(bool,)>(statement).await?.is_some_and(|(stop,)| stop))
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
    .bind_time(now);
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
        .bind(id)
        .bind(state.as_str())
        .bind(reason)
        .bind_time(now);
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
    let before = now.saturating_sub(RUN_RETENTION).unwrap_or(Timestamp::MIN);
    conn.execute(Sql::new("DELETE FROM intake_runs WHERE started_at < $1").bind_time(before)).await
}
