//! Documents that wait for a conversion that will never come: their worker was killed with the last attempt,
//! or an operator cancelled the job.

use jiff::SignedDuration;
use store::documents;

use super::convert::refuse;
use crate::context::Context;
use crate::error::JobError;

/// A document that has waited for so long without a job has lost it.
const STRANDED: SignedDuration = SignedDuration::from_mins(5);
/// Documents given up in one round.
const BATCH: u32 = 200;

/// Tells the owners; how many.
pub(crate) async fn give_up_stranded(ctx: &Context) -> Result<usize, JobError> {
    let stranded = documents::stranded(ctx.db(), ctx.now() - STRANDED, BATCH).await?;
    for id in &stranded {
        let mut tx = ctx.db().begin().await?;
        refuse(&mut tx, *id, "the conversion was stopped.", ctx.now()).await?;
        tx.commit().await?;
    }
    Ok(stranded.len())
}
