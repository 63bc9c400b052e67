//! The state of an order.

use std::sync::Arc;

use domain::access::adult_content_bar;
use domain::members::is_member_of;
use domain::{AccountId, AdultContentBar, CopyBatchId, DownloadStatus, Format, Title};
use store::copy_batches::{self, BatchMember, CopyBatch};

use super::complete::complete_order;
use super::refusal::CopyRefusal;
use crate::class_titles::find_for_class;
use crate::{ErrorKey, Operation, Result};

/// An order with the state of its copies.
#[derive(Debug, Clone)]
pub struct BatchView {
    pub id: CopyBatchId,
    pub title: Arc<Title>,
    pub format: Format,
    /// By name. People who have left the organization since are left out.
    pub copies: Vec<MemberCopy>,
}

impl BatchView {
    pub fn count(&self, state: MemberCopyState) -> usize {
        self.copies.iter().filter(|copy| copy.state == state).count()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberCopy {
    pub account: AccountId,
    /// The name as others see it.
    pub name: String,
    pub state: MemberCopyState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberCopyState {
    /// It is being made.
    InPreparation,
    Ready,
    /// It could not be made.
    Failed,
    /// It was ready and is no longer kept, or was canceled.
    Gone,
    /// None was ordered, with the reason why adult content is closed to the member, if it is.
    Refused(CopyRefusal, Option<AdultContentBar>),
}

/// An order of the sponsor, and the state of its copies, for a page that is loaded again and again. An order
/// that was interrupted is continued; otherwise nothing is started.
///
/// # Errors
/// `NOT_SPONSOR`; `NOT_FOUND` if the sponsor has no such order, or not any more; `TITLE_NOT_FOUND`.
pub async fn resume_and_view(op: &Operation, id: &CopyBatchId) -> Result<BatchView> {
    op.require_sponsor()?;
    let (mut batch, mut members) = load_batch(op, id).await?;
    if complete_order(op, &batch, &members).await? {
        (batch, members) = load_batch(op, id).await?;
    }
    let copy = |member: &BatchMember| MemberCopy {
        account: member.account.id.clone(),
        name: member.account.display_name(),
        state: copy_state(op, member),
    };
    Ok(BatchView {
        title: find_for_class(op, batch.title).await?,
        format: batch.format,
        copies: members.iter().map(copy).collect(),
        id: batch.id,
    })
}

/// An order of the sponsor with those who are members now: three statements.
pub(super) async fn load_batch(op: &Operation, id: &CopyBatchId) -> Result<(CopyBatch, Vec<BatchMember>)> {
    let sponsor = op.require_sponsor()?;
    let batch = copy_batches::get(op.db(), &sponsor.account.id, id, op.now).await?;
    let batch = batch.ok_or(ErrorKey::NotFound)?;
    let mut members = copy_batches::list_members(op.db(), id).await?;
    members.retain(|member| is_member_of(&member.account, &sponsor.organization.id));
    Ok((batch, members))
}

pub(super) fn copy_state(op: &Operation, member: &BatchMember) -> MemberCopyState {
    if let Some(word) = &member.refusal {
        let bar = adult_content_bar(&member.account, op.today());
        return MemberCopyState::Refused(CopyRefusal::from_word(word), bar);
    }
    match member.download.as_ref().map(|download| download.status_at(op.now)) {
        Some(DownloadStatus::Pending) => MemberCopyState::InPreparation,
        Some(DownloadStatus::Available | DownloadStatus::Downloaded) => MemberCopyState::Ready,
        Some(DownloadStatus::Failed) => MemberCopyState::Failed,
        Some(DownloadStatus::Expired) | None => MemberCopyState::Gone,
    }
}
