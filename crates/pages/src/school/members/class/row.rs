//! A member with the decision about the title, and the reasons that close it, with their remedies.

use domain::access::{AdultContentBar, AlertCode};
use layout::reasons::message_id_for;
use services::class_titles::MemberAccess;

use crate::Page;
use crate::remedies::{RemedyReader, remedy_text};
use crate::school::members::row::MemberRow;

/// A reason that closes the title.
pub(super) struct MemberReason {
    pub(super) text: String,
    /// The remedy: a sentence about what would remove the reason.
    pub(super) change: String,
}

impl MemberReason {
    /// `bar` says why adult content is closed to the member. `None` if it is open, or for several members.
    pub(super) fn new(page: &Page<'_>, code: AlertCode, bar: Option<AdultContentBar>) -> Self {
        let change = remedy_text(page, code, RemedyReader::Sponsor);
        Self { text: page.text(&message_id_for(code, bar)), change: change.unwrap_or_default() }
    }
}

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
