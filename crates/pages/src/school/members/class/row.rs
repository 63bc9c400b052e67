//! A member with the decision about the title.

use services::class_titles::MemberAccess;

use super::reasons::MemberReason;
use crate::Page;
use crate::school::members::row::MemberRow;

pub(super) struct ClassRow {
    pub(super) member: MemberRow,
    /// True if the member may have the title.
    pub(super) is_open: bool,
    /// A sentence on whether the member may have the title.
    pub(super) verdict: String,
    pub(super) reasons: Vec<MemberReason>,
    /// A sentence that it is assigned, or was downloaded before. Empty if neither.
    pub(super) notes: String,
}

impl ClassRow {
    /// `access` is `None` for somebody who has just left the organization.
    pub(super) fn new(page: &Page<'_>, member: MemberRow, access: Option<&MemberAccess>) -> Self {
        let is_open = access.is_some_and(|access| access.is_open);
        let reasons = access.map(|access| {
            let reason = |code| MemberReason::new(page, code, access.adult_content_bar);
            access.reasons.iter().copied().map(reason).collect()
        });
        let assigned = access.filter(|access| access.is_assigned).map(|_| page.text("class-assigned"));
        let downloaded = access.filter(|access| access.was_downloaded).map(|_| page.text("class-downloaded"));
        Self {
            member,
            is_open,
            verdict: page.text(if is_open { "class-open" } else { "class-closed" }),
            reasons: reasons.unwrap_or_default(),
            notes: [assigned, downloaded].into_iter().flatten().collect::<Vec<_>>().join(" · "),
        }
    }
}
