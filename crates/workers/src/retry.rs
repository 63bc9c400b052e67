//! Retries of failed jobs on an operator's request.

use jiff::Timestamp;
use store::Db;
use store::jobs::{self, JobId};

use crate::registry::KINDS;

/// Result of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryOutcome {
    /// It will be retried, with as many attempts as a new job.
    Yes,
    /// The job does not exist, or is neither dead nor canceled.
    Closed,
    /// A newer job does the same.
    Replaced,
    /// The job was run by a command; workers cannot run it.
    Command,
}

/// Requeues a dead or canceled job, and restores what it was for: a failed download is pending again.
pub async fn retry(db: &Db, id: JobId, now: Timestamp) -> store::Result<RetryOutcome> {
    let mut tx = db.begin().await?;
    if jobs::get(&mut tx, id).await?.is_some_and(|job| job.kind == crate::ingest::watch::KIND) {
        return tx.rollback().await.map(|()| RetryOutcome::Command);
    }
    match jobs::requeue(&mut tx, id, now).await {
        Ok(true) => {}
        Ok(false) => return tx.rollback().await.map(|()| RetryOutcome::Closed),
        Err(error) if error.conflicts_with("jobs_unique_key") => {
            return tx.rollback().await.map(|()| RetryOutcome::Replaced);
        }
        Err(error) => return Err(error),
    }
    if let Some(job) = jobs::get(&mut tx, id).await?
        && let Some(kind) = KINDS.iter().find(|kind| kind.name == job.kind)
    {
        (kind.revive)(&job.payload, &mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(RetryOutcome::Yes)
}
