//! Keeping converted books within the space that the operator gives them: the longest unused go first, and
//! are made again when somebody asks for them.

use delivery::Key;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use store::artifacts;

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// How often it runs.
pub(crate) const EVERY: SignedDuration = SignedDuration::from_mins(15);
/// What was used within this time may be in the middle of being copied.
const IN_USE: SignedDuration = SignedDuration::from_hours(1);
/// Files looked at together.
const BATCH: u32 = 100;

/// Deletes converted books until they fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimArtifacts {}

impl Job for TrimArtifacts {
    const KIND: &'static str = "trim_artifacts";
    const ATTEMPTS: u32 = 3;

    async fn run(&self, ctx: &Context, _run: &Run) -> Result<Done, JobError> {
        let bound = ctx.delivery().limits().artifacts;
        if bound > 0 {
            let (deleted, left) = trim(ctx, bound).await?;
            if left > bound {
                tracing::warn!(deleted, left, bound, "converted books in use take more than their space");
            } else {
                tracing::info!(deleted, left, bound, "converted books fit");
            }
        }
        Ok(Done::Finished)
    }
}

/// How many files were deleted, and how many bytes are left.
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
            // Inside the transaction: whoever wants the book now waits, and converts it anew.
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
