//! Keeps converted books within the space that the operator configured: the least recently used are deleted
//! first, and made again on request. Runs when a book takes space, when expired copies release theirs, and
//! periodically, because books in use become idle as time passes.

use delivery::Key;
use jiff::SignedDuration;
use jobs::trim_artifacts::TrimArtifacts;
use store::artifacts;

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

pub(crate) const RUN_INTERVAL: SignedDuration = SignedDuration::from_mins(15);
/// Files used within this time may still be being copied.
const MIN_UNUSED_TIME: SignedDuration = SignedDuration::from_hours(1);
const FILES_PER_READ: u32 = 100;

impl Runner for TrimArtifacts {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        trim_to_fit(ctx).await?;
        Ok(JobOutcome::Finished)
    }
}

/// Deletes converted books until they fit into their space.
pub(crate) async fn trim_to_fit(ctx: &WorkerContext) -> Result<(), JobError> {
    let bound = ctx.delivery().limits().artifacts;
    if bound > 0 {
        let (deleted, left) = trim_to(ctx, bound).await?;
        if left > bound {
            tracing::warn!(deleted, left, bound, "converted books in use take more than their space");
        } else {
            tracing::info!(deleted, left, bound, "converted books fit");
        }
    }
    Ok(())
}

/// Returns how many files were deleted, and how many bytes are left.
async fn trim_to(ctx: &WorkerContext, bound: u64) -> Result<(u64, u64), JobError> {
    let db = ctx.db();
    let before = ctx.now() - MIN_UNUSED_TIME;
    let mut left = artifacts::total_size(db).await?;
    let mut deleted = 0;
    while left > bound {
        let idle = artifacts::list_unused(db, before, FILES_PER_READ).await?;
        let mut gone = 0;
        for file in &idle {
            if left <= bound {
                break;
            }
            let mut tx = db.begin().await?;
            if !artifacts::remove_if_unused(&mut tx, &file.key, before).await? {
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
