//! Documents whose conversion will never run: their worker was killed in the last attempt, or an operator
//! canceled the job.

use jiff::SignedDuration;
use store::documents;

use super::convert::fail_formats;
use crate::{JobError, WorkerContext};

/// A document that has waited this long without a job has lost it.
const STRANDED_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// Documents per round.
const BATCH: u32 = 200;

/// Marks them as failed; returns how many.
pub(crate) async fn give_up_stranded(ctx: &WorkerContext) -> Result<usize, JobError> {
    let stranded = documents::list_stranded(ctx.db(), ctx.now() - STRANDED_AFTER, BATCH).await?;
    for id in &stranded {
        let mut tx = ctx.db().begin().await?;
        fail_formats(&mut tx, *id, "the conversion was stopped.", ctx.now()).await?;
        tx.commit().await?;
    }
    Ok(stranded.len())
}
