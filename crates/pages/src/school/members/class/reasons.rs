//! Reasons that close a title to a member, in the words of the title's page, and their remedies.

use domain::access::{AdultContentBar, AlertCode};
use layout::reasons::message_id_for;

use crate::Page;

/// A reason that closes the title.
pub(super) struct MemberReason {
    pub(super) text: String,
    /// The remedy: a sentence about what would remove the reason.
    pub(super) change: String,
}

impl MemberReason {
    /// `bar` says why adult content is closed to the member. `None` if it is open, or for several members.
    pub(super) fn new(page: &Page<'_>, code: AlertCode, bar: Option<AdultContentBar>) -> Self {
        Self { text: page.text(&message_id_for(code, bar)), change: page.text(remedy_message(code)) }
    }
}

/// The message about what would remove a reason, for a sponsor.
fn remedy_message(code: AlertCode) -> &'static str {
    match code {
        AlertCode::FormatsPending => "class-change-formats",
        AlertCode::CountryRestricted => "class-change-country",
        AlertCode::AccountLocked => "class-change-locked",
        AlertCode::OrgAgreementMissing => "class-change-agreement",
        AlertCode::SubscriptionMissing | AlertCode::SubscriptionExpired => "class-change-subscription",
        AlertCode::OrgSuspended => "class-change-suspended",
        AlertCode::PodSubmitted => "class-change-proof-submitted",
        AlertCode::PodMissing => "class-change-proof",
        AlertCode::AdultContent => "class-change-adult",
        AlertCode::NimacRestricted => "class-change-plan",
        AlertCode::NotAssigned => "class-change-assign",
        AlertCode::DownloadLimitReached => "class-change-limit",
        _ => "class-change-library",
    }
}

#[cfg(test)]
mod tests {
    use domain::access::AlertCode;
    use domain::wire::WireEnum as _;
    use layout::Language;

    use super::remedy_message;
    use crate::texts;

    #[test]
    fn every_reason_says_what_would_change_it_in_every_language() {
        let messages = texts::load_messages();
        for code in AlertCode::ALL {
            for language in Language::ALL {
                let message = remedy_message(*code);
                assert!(messages.has_message(language, message), "{message} in {language:?}");
            }
        }
    }
}
