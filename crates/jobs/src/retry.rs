//! Jobs that were given up are tried again, on an operator's request.

use jiff::Timestamp;
use store::Db;
use store::jobs::{self, JobId};

use crate::registry::KINDS;

/// What became of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retried {
    /// It will be tried again, as often as a new one.
    Yes,
    /// There is no such job, or it is neither dead nor cancelled.
    Closed,
    /// A newer job is to do the same.
    Replaced,
    /// A command did it, and no worker can.
    Command,
}

/// Puts a dead or cancelled job back, and what it was for: a download that has failed is pending again.
pub async fn retry(db: &Db, id: JobId, now: Timestamp) -> store::Result<Retried> {
    let mut tx = db.begin().await?;
    if jobs::get(&mut tx, id).await?.is_some_and(|job| job.kind == crate::ingest::watch::KIND) {
        return tx.rollback().await.map(|()| Retried::Command);
    }
    match jobs::requeue(&mut tx, id, now).await {
        Ok(true) => {}
        Ok(false) => return tx.rollback().await.map(|()| Retried::Closed),
        Err(error) if error.conflicts_with("jobs_unique_key") => {
            return tx.rollback().await.map(|()| Retried::Replaced);
        }
        Err(error) => return Err(error),
    }
    if let Some(job) = jobs::get(&mut tx, id).await?
        && let Some(kind) = KINDS.iter().find(|kind| kind.name == job.kind)
    {
        (kind.revive)(&job.payload, &mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(Retried::Yes)
}
