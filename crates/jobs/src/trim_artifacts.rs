//! Keeps converted books within the space that the operator configured: the least recently used are deleted
//! first, and made again on request. Runs when a book takes space, when expired copies release theirs, and
//! periodically, because books in use become idle as time passes.

use delivery::Key;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use store::artifacts;
use store::jobs::{self, Lane, NewJob};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// Interval between periodic runs.
pub(crate) const EVERY: SignedDuration = SignedDuration::from_mins(15);
/// Files used within this time may still be being copied.
const IN_USE: SignedDuration = SignedDuration::from_hours(1);
/// Files per batch.
const BATCH: u32 = 100;

/// Deletes converted books until they fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimArtifacts {}

impl Job for TrimArtifacts {
    const KIND: &'static str = "trim_artifacts";
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 3;

    async fn run(&self, ctx: &Context, _run: &Run) -> Result<Done, JobError> {
        fit(ctx).await?;
        Ok(Done::Finished)
    }
}

/// Deletes converted books until they fit into their space.
pub(crate) async fn fit(ctx: &Context) -> Result<(), JobError> {
    let bound = ctx.delivery().limits().artifacts;
    if bound > 0 {
        let (deleted, left) = trim(ctx, bound).await?;
        if left > bound {
            tracing::warn!(deleted, left, bound, "converted books in use take more than their space");
        } else {
            tracing::info!(deleted, left, bound, "converted books fit");
        }
    }
    Ok(())
}

/// Enqueues the deletion after space was taken. Does nothing without a limit; one unfinished job serves all
/// callers.
pub(crate) async fn make_room(ctx: &Context) -> Result<(), JobError> {
    let bound = ctx.delivery().limits().artifacts;
    if bound == 0 || artifacts::total_size(ctx.db()).await? <= bound {
        return Ok(());
    }
    let now = ctx.now();
    let mut tx = ctx.db().begin().await?;
    let job = TrimArtifacts::default();
    jobs::enqueue(&mut tx, NewJob { unique_key: Some(TrimArtifacts::KIND), ..job.queued(now) }, now).await?;
    Ok(tx.commit().await?)
}

/// Returns how many files were deleted, and how many bytes are left.
async fn trim(ctx: &Context, bound: u64) -> Result<(u64, u64), JobError> {
    let db = ctx.db();
    let before = ctx.now() - IN_USE;
    let mut left = artifacts::total_size(db).await?;
    let mut deleted = 0;
    while left > bound {
        let idle = artifacts::idle(db, before, BATCH).await?;
        let mut gone = 0;
        for file in &idle {
            if left <= bound {
                break;
            }
            let mut tx = db.begin().await?;
            if !artifacts::take_idle(&mut tx, &file.key, before).await? {
                tx.rollback().await?;
                continue;
            }
            // Inside the transaction: a caller that wants the book now waits, and converts it again.
            if let Ok(key) = Key::parse(&file.file) {
                ctx.delivery().remove_artifact(&key).await?;
            }
            tx.commit().await?;
            left = left.saturating_sub(file.size);
            gone += 1;
        }
        deleted += gone;
        if gone == 0 {
            break;
        }
    }
    Ok((deleted, left))
}

#[cfg(test)]
mod tests;
