//! Reasons that close a title to a member, in the words of the title's page, and their remedies.

use domain::access::{AdultContentBar, AlertCode};
use layout::reasons::message_id_for;

use crate::Page;
use crate::remedies::{RemedyReader, remedy_text};

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
