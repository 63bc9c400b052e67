//! The queue of background work, in the database, so that a job is enqueued in the transaction that it
//! belongs to: both are committed or neither (docs/adr/0001-own-queue.md).
//!
//! A worker claims jobs for the time of a lease and renews it; when it dies, the lease lapses and the job
//! comes back. A claim is the only statement that differs between the databases, and only in its lock.

mod claim;
mod failures;
mod lane;
mod manage;
mod work;

pub use claim::{Claim, DueJobs, SuspectFilter, claim_jobs, find_due, start};
pub use failures::{JobFailure, RequeuedJob, count_failed, list_failures, requeue_failed};
pub use lane::Lane;
pub use manage::{
    JobCount, JobFilter, JobPlace, cancel_keys, cancel_waiting, count_by_kind, count_by_lane, count_by_state,
    count_for_later_programs, get, get_progress, list, list_in_order, list_in_orders, list_latest,
    oldest_ready, purge_done, request_cancel, requeue,
};
pub use work::{
    LeaseRenewal, change_lane, complete, release, renew_lease, retry, set_cancelled, set_dead, set_progress,
};

use domain::{AccountId, wire_enum};
use jiff::Timestamp;
use serde_json::Value;

use crate::columns::enum_columns;
use crate::sql::TableRow;
use crate::{Conn, OnConflict, PROGRAM_NUMBER, Result, Sql, Tx, insert_rows, record, replaced_value};

pub type JobId = i64;

/// Default number of tries of a job.
pub const DEFAULT_ATTEMPTS: u32 = 8;

wire_enum! {
    pub enum JobState {
        /// Waits for its time and a worker.
        Ready = "ready",
        /// Claimed by a worker.
        Running = "running",
        /// Finished.
        Done = "done",
        /// Failed too often, or permanently. An operator may requeue it.
        Dead = "dead",
        /// Cancelled on request.
        Cancelled = "cancelled",
    }
}

impl JobState {
    /// Returns true if the job waits or runs.
    pub fn is_unfinished(self) -> bool {
        matches!(self, Self::Ready | Self::Running)
    }
}

#[derive(Debug, Clone)]
pub struct NewJob<'a> {
    /// Kind of work, for example `package`.
    pub kind: &'a str,
    /// The queue it waits in.
    pub lane: Lane,
    /// The account whose request caused it. Within a lane the accounts take turns; work that no account
    /// caused takes turns with them as if it were one account's, so that guests cannot crowd out readers.
    pub account: Option<&'a AccountId>,
    pub payload: Value,
    /// Not before.
    pub run_at: Timestamp,
    /// Of jobs with one unique key at most one is unfinished.
    pub unique_key: Option<&'a str>,
    /// Jobs with one order key run one at a time, in the order they were enqueued; a job that waits for a
    /// retry holds up those after it.
    pub order_key: Option<&'a str>,
    pub max_attempts: u32,
}

impl<'a> NewJob<'a> {
    /// A job without keys that no account caused.
    pub fn new(lane: Lane, kind: &'a str, payload: Value, run_at: Timestamp) -> Self {
        Self {
            kind,
            lane,
            account: None,
            payload,
            run_at,
            unique_key: None,
            order_key: None,
            max_attempts: DEFAULT_ATTEMPTS,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobProgress {
    pub done: i64,
    /// Units in total; 0 while unknown.
    pub total: i64,
    /// The current step.
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    pub id: JobId,
    pub kind: String,
    pub lane: Lane,
    /// The account whose request caused it.
    pub account: Option<AccountId>,
    /// Its priority in the lane: lower ones are claimed first, equal ones by age.
    pub turn: i64,
    pub payload: Value,
    pub state: JobState,
    /// Not before.
    pub run_at: Timestamp,
    /// Tries begun, a running one counted.
    pub attempts: u32,
    /// Tries allowed.
    pub max_attempts: u32,
    /// Number of workers that died while they had it.
    pub lapses: u32,
    /// Of jobs with this key at most one is unfinished.
    pub unique_key: Option<String>,
    /// Jobs with this key run in order.
    pub order_key: Option<String>,
    pub worker: Option<String>,
    /// Time at which the lease ends.
    pub lease_until: Option<Timestamp>,
    pub last_error: Option<String>,
    pub progress: JobProgress,
    /// True if its worker should give it up.
    pub cancel_requested: bool,
    /// Time of enqueueing.
    pub created: Timestamp,
    /// Time at which it was done, dead or canceled.
    pub finished: Option<Timestamp>,
}

enum_columns! { JobState, Lane }

record! { JobProgress { done: "progress_done", total: "progress_total", note: "progress_note" } }

record! {
    Job {
        id,
        kind,
        lane,
        account: "account_id",
        turn,
        payload,
        state,
        run_at,
        attempts,
        max_attempts,
        lapses,
        unique_key,
        order_key,
        worker,
        lease_until,
        last_error,
        progress: "progress_done, progress_total, progress_note",
        cancel_requested,
        created: "created_at",
        finished: "finished_at",
    }
}

/// The turn of a job that is queued now, by the SQL of its lane and its account: one after the last job of
/// its account that is queued or running, and not before what the lane has reached. So the first jobs of all
/// accounts come before the second ones, an account that comes later does not wait for all that an earlier
/// one has queued, and no account saves up turns. Each part reads the first or last entry of an index.
fn next_turn(lane: &str, account: &str) -> String {
    format!(
        "(SELECT COALESCE(MAX(t.turn), 0) FROM ( \
             SELECT COALESCE( \
                 (SELECT MAX(r.turn) FROM jobs r WHERE r.lane = {lane} AND r.state = 'running'), \
                 (SELECT MIN(w.turn) FROM jobs w \
                     WHERE w.lane = {lane} AND w.state = 'ready' AND w.parked = FALSE)) AS turn \
             UNION ALL SELECT MAX(o.turn) + 1 FROM jobs o WHERE o.lane = {lane} \
                 AND COALESCE(o.account_id, '') = COALESCE({account}, '') \
                 AND o.state IN ('ready', 'running') AND o.parked = FALSE) t)"
    )
}

/// Enqueues a job in the caller's transaction. `None` if an unfinished job with the same unique key exists.
pub async fn enqueue(tx: &mut Tx, job: NewJob<'_>, now: Timestamp) -> Result<Option<JobId>> {
    let turn = next_turn("CAST($8 AS TEXT)", "CAST($9 AS TEXT)");
    let statement = Sql::new(format!(
        "INSERT INTO jobs (kind, payload, state, run_at, attempts, max_attempts, unique_key, order_key, \
         progress_done, progress_total, cancel_requested, created_at, lane, account_id, turn, parked, program_version) \
         VALUES ($1, $2, 'ready', $3, 0, $4, $5, $6, 0, 0, FALSE, $7, $8, $9, {turn}, $10, $11) \
         ON CONFLICT DO NOTHING RETURNING id"
    ))
    .bind(job.kind)
    .bind(replaced_value(&job.payload)?)
    .bind(job.run_at)
    .bind(job.max_attempts)
    .bind(job.unique_key)
    .bind(job.order_key)
    .bind(now)
    .bind(job.lane)
    .bind(job.account)
    .bind(job.run_at > now)
    .bind(PROGRAM_NUMBER);
    let id = tx.fetch_optional(statement).await?;
    if id.is_some() {
        tx.wake_jobs();
    }
    Ok(id)
}

/// Jobs of one kind that an account causes together. Each has an order key, and is due immediately.
#[derive(Debug, Clone)]
pub struct JobBatch<'a> {
    pub kind: &'a str,
    pub lane: Lane,
    /// As for [`NewJob::account`].
    pub account: Option<&'a AccountId>,
    pub max_attempts: u32,
    /// Order keys and payloads, in the order of the queue.
    pub jobs: Vec<(String, Value)>,
}

/// Enqueues many jobs in the caller's transaction: one statement, and another one for every few hundred. In
/// their lane they take turns with the jobs of other accounts, as if they had been enqueued one by one.
pub async fn enqueue_batch(tx: &mut Tx, batch: &JobBatch<'_>, now: Timestamp) -> Result<()> {
    if batch.jobs.is_empty() {
        return Ok(());
    }
    let turn = next_turn("CAST($1 AS TEXT)", "CAST($2 AS TEXT)");
    let statement = Sql::new(format!("SELECT {turn}")).bind(batch.lane).bind(batch.account);
    let turn = tx.fetch_one::<i64>(statement).await?;
    let row = |(later, (order_key, payload)): (i64, &(String, Value))| {
        let row = TableRow::new("jobs")
            .set("kind", batch.kind)
            .set("payload", replaced_value(payload)?)
            .set("state", JobState::Ready)
            .set("run_at", now)
            .set("attempts", 0_i64)
            .set("max_attempts", batch.max_attempts)
            .set("order_key", order_key)
            .set("progress_done", 0_i64)
            .set("progress_total", 0_i64)
            .set("cancel_requested", false)
            .set("created_at", now)
            .set("lane", batch.lane)
            .set("account_id", batch.account)
            .set("turn", turn + later)
            .set("parked", false)
            .set("program_version", PROGRAM_NUMBER);
        Ok(row)
    };
    let rows = (0..).zip(&batch.jobs).map(row).collect::<Result<Vec<_>>>()?;
    tx.execute_each(insert_rows(rows, OnConflict::Fail)).await?;
    tx.wake_jobs();
    Ok(())
}
