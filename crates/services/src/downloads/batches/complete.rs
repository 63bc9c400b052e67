//! Orders the missing copies of an order.

use domain::{AccountId, CopyBatchId};
use store::copy_batches::{self, BatchMember, CopyBatch};

use super::refusal::CopyRefusal;
use crate::class_titles::find_for_class;
use crate::downloads::request::Request;
use crate::{Operation, Result};

/// Orders the copies of an order that were not ordered yet: all of them at first, and the rest if the process
/// ended in between or the database was unreachable. Concurrent callers never make a copy twice. Returns
/// false if there were none.
///
/// # Errors
/// `TITLE_NOT_FOUND`.
pub(super) async fn complete_order(
    op: &Operation,
    batch: &CopyBatch,
    members: &[BatchMember],
) -> Result<bool> {
    let open = members.iter().filter(|member| member.is_open);
    let open: Vec<AccountId> = open.map(|member| member.account.id.clone()).collect();
    if open.is_empty() {
        return Ok(false);
    }
    let title = find_for_class(op, batch.title).await?;
    op.record_reads(&open).await?;
    let readers = store::readers::get_many(op.db(), &open, op.now).await?;
    let requests = Request::load_for_members(op, (&title, batch.format), readers).await?;
    let requests = requests.into_iter().map(|request| request.with_batch(&batch.id)).collect();
    // A task of its own: the copies are asked for even if the sponsor does not wait.
    tokio::spawn(order_copies(op.clone(), batch.id.clone(), requests)).await??;
    Ok(true)
}

/// Orders each copy in a transaction of its own, which also gives it to the order: others who ask for copies
/// of the same reader, or count in the same quota, wait for one copy and not for all. If something fails, the
/// members after it stay open.
async fn order_copies(op: Operation, batch: CopyBatchId, requests: Vec<Request>) -> Result<()> {
    let mut refusals = Vec::new();
    let mut failure = None;
    for request in &requests {
        let Some(recipient) = &request.recipient else { continue };
        let Err(error) = request.order_copy().await else { continue };
        match CopyRefusal::from_error(error) {
            Ok(refusal) => refusals.push((recipient.account.id.clone(), refusal.to_word())),
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    copy_batches::set_refusals(op.db(), &batch, &refusals).await?;
    let members = requests.len();
    tracing::info!(
        sponsor = op.log_name(),
        members,
        refused = refusals.len(),
        "copies for members were ordered"
    );
    failure.map_or(Ok(()), Err)
}
