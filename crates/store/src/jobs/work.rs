//! Reports of a worker about its job. A worker that lost its lease gets an error and changes nothing.

use jiff::{SignedDuration, Timestamp};

use super::{Job, JobProgress, JobState, Lane};
use crate::{Conn, Result, Sql};

/// Only while this try of this worker lasts: a lapsed lease may have given the job to another.
const CLAIM_CONDITION: &str = "id = $1 AND state = 'running' AND worker = $2 AND attempts = $3";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseRenewal {
    /// The job is still this worker's. If not, it must stop and undo.
    pub is_held: bool,
    pub is_cancel_requested: bool,
}

fn claimed_update(job: &Job, set: &str, rest: &str) -> Sql {
    let text = format!("UPDATE jobs SET {set} WHERE {CLAIM_CONDITION}{rest}");
    Sql::new(text).bind_all((job.id, job.worker.as_deref(), job.attempts))
}

/// Renews the lease, and returns whether the job is to be given up.
pub async fn renew_lease(
    mut conn: impl Conn,
    job: &Job,
    lease: SignedDuration,
    now: Timestamp,
) -> Result<LeaseRenewal> {
    let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
    let statement = claimed_update(job, "lease_until = $4", " RETURNING cancel_requested").bind(until);
    Ok(match conn.fetch_optional::<bool>(statement).await? {
        Some(is_cancel_requested) => LeaseRenewal { is_held: true, is_cancel_requested },
        None => LeaseRenewal { is_held: false, is_cancel_requested: false },
    })
}

/// Records the job's progress. `false` if the lease is lost.
pub async fn set_progress(mut conn: impl Conn, job: &Job, progress: &JobProgress) -> Result<bool> {
    let statement = claimed_update(job, "progress_done = $4, progress_total = $5, progress_note = $6", "")
        .bind_all((progress.done, progress.total, progress.note.as_deref()));
    conn.affects_rows(statement).await
}

/// Completes the job. Best in the transaction of its result; false says that the lease is lost: roll back.
pub async fn complete(mut conn: impl Conn, job: &Job, now: Timestamp) -> Result<bool> {
    let set = "state = 'done', finished_at = $4, lease_until = NULL, last_error = NULL";
    conn.affects_rows(claimed_update(job, set, "").bind(now)).await
}

/// Ends a failed try: the job is ready again at `at`, or dead if it was the last one. Returns which; `None`
/// if the lease is lost.
pub async fn retry(
    mut conn: impl Conn,
    job: &Job,
    error: &str,
    at: Timestamp,
    now: Timestamp,
) -> Result<Option<JobState>> {
    let set = "state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'ready' END, \
         finished_at = CASE WHEN attempts >= max_attempts THEN CAST($6 AS BIGINT) END, \
         last_error = $4, run_at = $5, parked = $7, worker = NULL, lease_until = NULL";
    let statement =
        claimed_update(job, set, " RETURNING state").bind(error).bind(at).bind(now).bind(at > now);
    conn.fetch_optional(statement).await
}

/// The worker gives the job back untried, because it is stopping: ready immediately, and the attempt does not
/// count. False if the lease is lost.
pub async fn release(mut conn: impl Conn, job: &Job) -> Result<bool> {
    let set = "state = 'ready', attempts = attempts - 1, worker = NULL, lease_until = NULL";
    conn.affects_rows(claimed_update(job, set, "")).await
}

/// Returns the job to the queue without an attempt, because it belongs to another lane: another version of
/// the program enqueued it without a lane, or in this one. False if the lease is lost.
pub async fn change_lane(mut conn: impl Conn, job: &Job, lane: Lane) -> Result<bool> {
    let set = "state = 'ready', attempts = attempts - 1, worker = NULL, lease_until = NULL, lane = $4";
    conn.affects_rows(claimed_update(job, set, "").bind(lane)).await
}

/// Records that the job failed permanently. False if the lease is lost.
pub async fn set_dead(mut conn: impl Conn, job: &Job, error: &str, now: Timestamp) -> Result<bool> {
    let set = "state = 'dead', last_error = $4, finished_at = $5, worker = NULL, lease_until = NULL";
    conn.affects_rows(claimed_update(job, set, "").bind(error).bind(now)).await
}

/// Records that the worker gave up the job on request. False if the lease is lost.
pub async fn set_cancelled(mut conn: impl Conn, job: &Job, now: Timestamp) -> Result<bool> {
    let set = "state = 'cancelled', finished_at = $4, worker = NULL, lease_until = NULL";
    conn.affects_rows(claimed_update(job, set, "").bind(now)).await
}
