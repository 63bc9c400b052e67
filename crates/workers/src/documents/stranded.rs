//! Documents whose conversion will never run: their worker was killed in the last attempt, or an operator
//! canceled the job.

use jiff::SignedDuration;
use store::documents;

use super::convert::fail_formats;
use crate::{JobError, WorkerContext};

/// Time after which a pending document without a job is stranded.
const STRANDED_AFTER: SignedDuration = SignedDuration::from_mins(5);
const DOCUMENTS_PER_ROUND: u32 = 200;

/// Marks stranded documents as failed; returns how many.
pub(crate) async fn give_up_stranded(ctx: &WorkerContext) -> Result<usize, JobError> {
    let stranded =
        documents::list_stranded(ctx.db(), ctx.now() - STRANDED_AFTER, DOCUMENTS_PER_ROUND).await?;
    for id in &stranded {
        let mut tx = ctx.db().begin().await?;
        fail_formats(&mut tx, *id, "the conversion was stopped.", ctx.now()).await?;
        tx.commit().await?;
    }
    Ok(stranded.len())
}
