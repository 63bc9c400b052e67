//! The operator's view of the queue, and changes to it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Job, JobId, JobProgress, JobState, Lane, next_turn};
use crate::{Conn, KeyPage, PROGRAM_NUMBER, Record as _, Result, Row, Sql};

pub async fn get(mut conn: impl Conn, id: JobId) -> Result<Option<Job>> {
    conn.fetch_optional(Job::select_from("jobs WHERE id = $1").bind(id)).await
}

/// Lists the unfinished jobs with this order key, in their order.
pub async fn list_in_order(conn: impl Conn, order_key: &str) -> Result<Vec<Job>> {
    list_in_orders(conn, &[order_key.to_owned()]).await
}

/// Lists the unfinished jobs with these order keys. Those with one key are in their order.
pub async fn list_in_orders(mut conn: impl Conn, order_keys: &[String]) -> Result<Vec<Job>> {
    // Two conditions on the state, because each has an index of its own.
    let statement = Job::select_from(&format!(
        "jobs WHERE order_key IN (?) AND state = 'running' \
         UNION ALL SELECT {} FROM jobs WHERE order_key IN (?) AND state = 'ready' ORDER BY id",
        Job::COLUMNS
    ));
    conn.fetch_each(statement.for_keys(order_keys)).await
}

/// Progress of the unfinished job with this unique key. `None` if there is none.
pub async fn get_progress(mut conn: impl Conn, unique_key: &str) -> Result<Option<JobProgress>> {
    let statement = JobProgress::select_from("jobs WHERE unique_key = $1 AND state IN ('ready', 'running')");
    conn.fetch_optional(statement.bind(unique_key)).await
}

/// Jobs in one state or in any, newest first.
pub async fn list(mut conn: impl Conn, state: Option<JobState>, page: &KeyPage<JobId>) -> Result<Vec<Job>> {
    let statement = Job::select_from("jobs WHERE TRUE")
        .and_if_some("state = ?", state)
        .and_if_some("id < ?", page.after)
        .append(&format!(" ORDER BY id DESC LIMIT {}", page.limit));
    conn.fetch_all(statement).await
}

/// Counts the jobs in each state; states without any are left out.
pub async fn count_by_state(mut conn: impl Conn) -> Result<BTreeMap<JobState, u64>> {
    let statement = Sql::new("SELECT state, COUNT(*) FROM jobs GROUP BY state");
    Ok(conn.fetch_all::<(JobState, u64)>(statement).await?.into_iter().collect())
}

#[derive(Debug, Clone, Copy, Default)]
pub struct JobFilter<'a> {
    /// `None` for every state.
    pub state: Option<JobState>,
    /// `None` for every kind.
    pub kind: Option<&'a str>,
    /// `None` for every unique key, and for jobs without one.
    pub unique_key: Option<&'a str>,
}

/// The place of a job in a list whose first job is the one that ended or, if it has not, was enqueued last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobPlace {
    /// When it ended or was enqueued, in microseconds.
    at: i64,
    id: JobId,
}

impl JobPlace {
    pub fn from_job(job: &Job) -> Self {
        Self { at: job.finished.unwrap_or(job.created).as_microsecond(), id: job.id }
    }
}

/// Jobs that match the filter; first the one that ended or, if it has not, was enqueued last.
pub async fn list_latest(
    mut conn: impl Conn,
    filter: JobFilter<'_>,
    page: &KeyPage<JobPlace>,
) -> Result<Vec<Job>> {
    let moment = "COALESCE(finished_at, created_at)";
    let mut statement = Job::select_from("jobs WHERE TRUE")
        .and_if_some("state = ?", filter.state)
        .and_if_some("kind = ?", filter.kind)
        .and_if_some("unique_key = ?", filter.unique_key);
    if let Some(JobPlace { at, id }) = page.after {
        let number = statement.next_number();
        let text = format!(" AND ({moment}, id) < (${number}, ${})", number + 1);
        statement = statement.append(&text).bind(at).bind(id);
    }
    conn.fetch_all(statement.append(&format!(" ORDER BY {moment} DESC, id DESC LIMIT {}", page.limit))).await
}

/// The number of jobs of a kind, or of a lane, in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobCount<T> {
    pub group: T,
    pub state: JobState,
    pub count: u64,
}

/// Counts the jobs of each kind in each state, by kind; kinds and states without any are left out.
pub async fn count_by_kind(conn: impl Conn) -> Result<Vec<JobCount<String>>> {
    let statement =
        Sql::new("SELECT kind, state, COUNT(*) FROM jobs GROUP BY kind, state ORDER BY kind, state");
    list_counts(conn, statement).await
}

/// Counts the jobs of each lane that wait, run or have failed; lanes and states without any are left out.
pub async fn count_by_lane(conn: impl Conn) -> Result<Vec<JobCount<Lane>>> {
    let statement = Sql::new(
        "SELECT lane, state, COUNT(*) FROM jobs WHERE state IN ('ready', 'running', 'dead') GROUP BY lane, state",
    );
    list_counts(conn, statement).await
}

async fn list_counts<T: Row>(mut conn: impl Conn, statement: Sql) -> Result<Vec<JobCount<T>>> {
    let rows = conn.fetch_all::<(T, JobState, u64)>(statement).await?;
    Ok(rows.into_iter().map(|(group, state, count)| JobCount { group, state, count }).collect())
}

/// The time since which the longest waiting job of each lane could have run, which shows how far the workers
/// are behind. Lanes without such a job are left out.
pub async fn oldest_ready(mut conn: impl Conn, now: Timestamp) -> Result<BTreeMap<Lane, Timestamp>> {
    let statement =
        Sql::new("SELECT lane, MIN(run_at) FROM jobs WHERE state = 'ready' AND run_at <= $1 GROUP BY lane");
    Ok(conn.fetch_all::<(Lane, Timestamp)>(statement.bind(now)).await?.into_iter().collect())
}

/// Counts the waiting jobs that only a later version of this program can run.
pub async fn count_for_later_programs(mut conn: impl Conn) -> Result<u64> {
    let text = "SELECT COUNT(*) FROM jobs WHERE state = 'ready' AND program_version > $1";
    conn.fetch_one(Sql::new(text).bind(PROGRAM_NUMBER)).await
}

/// Cancels waiting jobs at the time `$1`, and asks the workers of running ones to.
const REQUEST_CANCEL: &str = "UPDATE jobs SET cancel_requested = TRUE, \
     finished_at = CASE WHEN state = 'ready' THEN CAST($1 AS BIGINT) END, \
     state = CASE WHEN state = 'ready' THEN 'cancelled' ELSE state END WHERE state IN ('ready', 'running')";

/// Requests that a job be canceled: a waiting job is canceled immediately, a running one learns of it at
/// its next heartbeat. False if it is finished or unknown.
pub async fn request_cancel(mut conn: impl Conn, id: JobId, now: Timestamp) -> Result<bool> {
    conn.affects_rows(Sql::new(REQUEST_CANCEL).append(" AND id = $2").bind_all((now, id))).await
}

/// Cancels a job that no worker has. False if it is running, finished or unknown.
pub async fn cancel_waiting(mut conn: impl Conn, id: JobId, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE jobs SET cancel_requested = TRUE, finished_at = $2, state = 'cancelled' \
         WHERE id = $1 AND state = 'ready'",
    );
    conn.affects_rows(statement.bind(id).bind(now)).await
}

/// Cancels the unfinished jobs with these unique keys, whose object is being removed. Returns how many.
pub async fn cancel_keys(mut conn: impl Conn, unique_keys: &[String], now: Timestamp) -> Result<u64> {
    let update = Sql::new(REQUEST_CANCEL).append(" AND unique_key IN (?)").bind(now);
    conn.execute_each(update.for_keys(unique_keys)).await
}

/// The statement that puts jobs back at the time `$2`, with all their tries.
pub(super) fn requeue_where(condition: &str) -> Sql {
    let turn = next_turn("jobs.lane", "jobs.account_id");
    Sql::new(format!(
        "UPDATE jobs SET state = 'ready', attempts = 0, lapses = 0, turn = {turn}, parked = FALSE, run_at = $2, \
         cancel_requested = FALSE, \
         finished_at = NULL, progress_done = 0, progress_total = 0, progress_note = NULL \
         WHERE {condition}"
    ))
}

/// Puts a dead or canceled job back, with all its tries. False if it is in another state or unknown;
/// Conflict `jobs_unique_key` when a job with its unique key has been enqueued since.
pub async fn requeue(mut conn: impl Conn, id: JobId, now: Timestamp) -> Result<bool> {
    let statement = requeue_where("id = $1 AND state IN ('dead', 'cancelled')").bind(id).bind(now);
    conn.affects_rows(statement).await
}

/// Removes jobs that were done or canceled before a moment. Returns how many. Dead ones are kept until an
/// operator has seen them.
pub async fn purge_done(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    let statement =
        Sql::new("DELETE FROM jobs WHERE state IN ('done', 'cancelled') AND finished_at < $1").bind(before);
    conn.execute(statement).await
}
