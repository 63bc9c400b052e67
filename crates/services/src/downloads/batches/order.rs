//! The order itself.

use domain::audit::AuditedAct;
use domain::formats::Format;
use domain::ids::{AccountId, CopyBatchId, TitleId};
use store::copy_batches::{self, CopyBatch, OrderOutcome};

use super::MAX_COPIES_PER_BATCH;
use super::refusal::CopyRefusal;
use crate::class_titles::find_for_class;
use crate::downloads::request::Request;
use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::members::{MemberSelection, member_sort_key};
use crate::operation::Operation;

/// Copies that a sponsor orders for members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRequest<'a> {
    pub title: TitleId,
    pub format: Format,
    pub members: MemberSelection<'a>,
}

/// Asks for each member's own copy, as the sponsor would for one after the other: the access rule decides for
/// each, and each takes its place in the member's quota. The order says for whom there is none, and why. The
/// audit records that the members were read, because the reasons show the state of their proofs, and for whom
/// copies were ordered.
///
/// # Errors
/// `NOT_SPONSOR`; `TITLE_NOT_FOUND`; `MISSING_PARAMETER` if nobody was chosen; `INVALID_PARAMETER` for more
/// than [`MAX_COPIES_PER_BATCH`] members; `USER_NOT_FOUND` if nobody of them is a member.
pub async fn order(op: &Operation, request: &BatchRequest<'_>) -> Result<CopyBatchId> {
    op.require_sponsor()?;
    let BatchRequest { title, format, members } = request;
    let title = find_for_class(op, *title).await?;
    let mut accounts = members.prepare(op).await?.find_members(op).await?.accounts;
    check_count(accounts.len())?;
    accounts.sort_by_cached_key(member_sort_key);
    let ids: Vec<AccountId> = accounts.into_iter().map(|account| account.id).collect();
    op.record_reads(&ids).await?;
    let readers = store::readers::get_many(op.db(), &ids, op.now).await?;
    let requests = Request::load_for_members(op, (&title, *format), readers).await?;
    let batch = CopyBatch {
        id: op.random_id(),
        sponsor: op.account_id()?.clone(),
        title: title.id,
        format: *format,
        ordered: op.now,
    };
    let id = batch.id.clone();
    // A task of its own: what was ordered is stored even if the sponsor does not wait for it.
    tokio::spawn(order_copies(op.clone(), batch, requests)).await??;
    Ok(id)
}

fn check_count(members: usize) -> Result<()> {
    match members {
        0 => Err(ErrorKey::UserNotFound.into()),
        1..=MAX_COPIES_PER_BATCH => Ok(()),
        _ => {
            let sentence = format!("Copies can be ordered for at most {MAX_COPIES_PER_BATCH} members.");
            Err(Error::Explained(ErrorKey::InvalidParameter, sentence))
        }
    }
}

/// Orders each copy in a transaction of its own: others who ask for copies of the same reader, or count in
/// the same quota, wait for one copy and not for all. If something fails, the copies before it are stored and
/// in the audit: ordering again finds them.
async fn order_copies(op: Operation, batch: CopyBatch, requests: Vec<Request>) -> Result<()> {
    let mut members = Vec::with_capacity(requests.len());
    let mut failure = None;
    for request in &requests {
        let Some(recipient) = &request.recipient else { continue };
        let outcome = match request.order_copy().await {
            Ok(download) => OrderOutcome::Copy(download),
            Err(error) => match CopyRefusal::from_error(error) {
                Ok(refusal) => OrderOutcome::Refusal(refusal.to_word().to_owned()),
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            },
        };
        members.push((recipient.account.id.clone(), outcome));
    }
    let ordered = members.iter().filter(|(_, outcome)| matches!(outcome, OrderOutcome::Copy(_)));
    let ordered: Vec<AccountId> = ordered.map(|(account, _)| account.clone()).collect();
    let mut tx = op.db().begin().await?;
    copy_batches::insert(&mut tx, &batch, &members).await?;
    op.record_changes(&mut tx, AuditedAct::OrderCopy, &ordered).await?;
    tx.commit().await?;
    tracing::info!(sponsor = op.log_name(), copies = ordered.len(), "copies for members were ordered");
    failure.map_or(Ok(()), Err)
}
