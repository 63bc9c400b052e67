//! A title for a class: who of the members may have it and who may not, and why
//! (docs/rules/downloads.md#rule-13). The same in numbers for the titles of a reading list.

mod decisions;
mod lists;

use std::collections::HashMap;
use std::sync::Arc;

use domain::offering::available_artifacts;
use domain::{AccountId, AlertCode, Format, Title, TitleId, WireEnum as _};

use crate::members::{RosterOverview, RosterRequest, list_for_sponsor, list_found};
use crate::titles::find_visible;
use crate::{ErrorKey, Operation, Result};
use decisions::decide_for_members;

pub(crate) use decisions::decide_for_reader;
pub use decisions::{MemberAccess, TitleCounts};
pub use lists::{ClassListRequest, ClassListView, MAX_MEMBERS_FOR_LIST, view_class_list};
pub use store::copy_batches::CopyBatch;

/// Maximum number of members that are counted by whether they may have a title.
pub const MAX_COUNTED_MEMBERS: usize = 1_000;

#[derive(Debug, Clone)]
pub struct ClassView {
    pub title: Arc<Title>,
    pub formats: Vec<Format>,
    /// A page of the members who were found.
    pub roster: RosterOverview,
    /// The decision for each member on the page.
    pub access: HashMap<AccountId, MemberAccess>,
    /// How many of all members who were found may have the title. `None` if they are more than
    /// [`MAX_COUNTED_MEMBERS`], or if not all of them are known.
    pub counts: Option<ClassCounts>,
    /// The sponsor's orders of copies for members that are still kept, newest first.
    pub orders: Vec<CopyBatch>,
}

/// Members by whether they may have a title.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassCounts {
    /// Those who may.
    pub open_to: Vec<AccountId>,
    /// Number of those who may not.
    pub closed: usize,
    /// Number of members for each reason: a member can have several.
    pub reasons: Vec<(AlertCode, usize)>,
}

impl ClassCounts {
    fn from_access(access: &HashMap<AccountId, MemberAccess>) -> Self {
        let mut open_to: Vec<AccountId> =
            access.iter().filter(|(_, access)| access.is_open).map(|(id, _)| id.clone()).collect();
        open_to.sort_unstable();
        let count = |code| access.values().filter(|access| access.reasons.contains(&code)).count();
        let reasons = AlertCode::ALL.iter().map(|code| (*code, count(*code)));
        Self {
            closed: access.len() - open_to.len(),
            open_to,
            reasons: reasons.filter(|(_, count)| *count > 0).collect(),
        }
    }
}

/// A title, and the members whom a sponsor's search finds, each with the decision of the access rule for a
/// copy that the sponsor asks for. The audit records who is shown. The number of statements grows with every
/// few hundred people who are counted.
///
/// # Errors
/// `NOT_SPONSOR`; `TITLE_NOT_FOUND`, also for a document of a reader.
pub async fn view_class(op: &Operation, title: TitleId, request: RosterRequest<'_>) -> Result<ClassView> {
    op.require_sponsor()?;
    let title = find_for_class(op, title).await?;
    let roster = list_for_sponsor(op, request).await?;
    let is_counted = !roster.is_cut && roster.members.total <= MAX_COUNTED_MEMBERS as u64;
    let ids: Vec<AccountId> = if is_counted {
        list_found(op, request.search).await?
    } else {
        roster.members.items.iter().map(|member| member.id.clone()).collect()
    };
    let access = decide_for_members(op, &title, &ids).await?;
    let can = op.delivery().capabilities();
    Ok(ClassView {
        orders: store::copy_batches::list_recent(op.db(), op.account_id()?, title.id, op.now).await?,
        formats: available_artifacts(&*title, can).map(|artifact| artifact.format).collect(),
        counts: is_counted.then(|| ClassCounts::from_access(&access)),
        title,
        roster,
        access,
    })
}

/// A title that sponsors get for members: `TITLE_NOT_FOUND` if the caller does not see it, or if it is a
/// document of a reader.
pub(crate) async fn find_for_class(op: &Operation, id: TitleId) -> Result<Arc<Title>> {
    let title = find_visible(op, id).await?;
    if title.owner.is_none() { Ok(title) } else { Err(ErrorKey::TitleNotFound.into()) }
}
