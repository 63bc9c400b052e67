//! The order itself.

use domain::{AccountId, CopyBatchId, Format, TitleId};
use store::copy_batches::{self, CopyBatch};

use super::MAX_COPIES_PER_BATCH;
use super::complete::complete_order;
use super::view::load_batch;
use crate::class_titles::find_for_class;
use crate::members::{MemberSelection, member_sort_key};
use crate::{Error, ErrorKey, Operation, Result};

/// Copies that a sponsor orders for members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRequest<'a> {
    pub title: TitleId,
    pub format: Format,
    pub members: MemberSelection<'a>,
}

/// Asks for each member's own copy, as the sponsor would for one after the other: the access rule decides for
/// each, and each takes its place in the member's quota. The order records who gets none, and why. The audit
/// records that the members were read, because the reasons show the state of their proofs, and for whom
/// copies were ordered.
///
/// The order is stored first, and then its result for each member. One that was interrupted is continued by
/// the same request, and by [`resume_and_view`](super::resume_and_view()).
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
    let batch = CopyBatch {
        id: op.random_id(),
        sponsor: op.account_id()?.clone(),
        title: title.id,
        format: *format,
        ordered: op.now,
    };
    let id = if let Some(unfinished) = copy_batches::find_unfinished(op.db(), &batch, &ids).await? {
        unfinished
    } else {
        let mut tx = op.db().begin().await?;
        copy_batches::insert(&mut tx, &batch, &ids).await?;
        tx.commit().await?;
        batch.id
    };
    let (batch, members) = load_batch(op, &id).await?;
    complete_order(op, &batch, &members).await?;
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
