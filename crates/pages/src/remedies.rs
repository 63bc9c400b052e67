//! What would remove a reason that closes a title, in words for those who serve somebody else.

use domain::AlertCode;

use crate::Page;

/// The people who read a remedy: each can do other things about a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RemedyReader {
    Staff,
    /// A sponsor, about a member of the organization.
    Sponsor,
}

/// A sentence about what would remove a reason. `None` for alerts that close nothing.
pub(crate) fn remedy_text(page: &Page<'_>, code: AlertCode, reader: RemedyReader) -> Option<String> {
    remedy_message(code, reader).map(|message| page.text(message))
}

fn remedy_message(code: AlertCode, reader: RemedyReader) -> Option<&'static str> {
    let (staff, sponsor) = match code {
        AlertCode::TitleNotLive => ("desk-change-title-not-live", "class-change-library"),
        AlertCode::FormatsPending => ("desk-change-formats-pending", "class-change-formats"),
        AlertCode::SiteRestricted => ("desk-change-site", "class-change-library"),
        AlertCode::CountryRestricted => ("desk-change-country", "class-change-country"),
        AlertCode::AccountLocked => ("desk-change-locked", "class-change-locked"),
        AlertCode::RoleNotAllowed => ("desk-change-role", "class-change-library"),
        AlertCode::LoginRequired => ("desk-change-sign-in", "class-change-library"),
        AlertCode::AgreementMissing => ("desk-change-agreement", "class-change-library"),
        AlertCode::OrgAgreementMissing => ("desk-change-org-agreement", "class-change-agreement"),
        AlertCode::SubscriptionMissing | AlertCode::SubscriptionExpired => {
            ("desk-change-subscription", "class-change-subscription")
        }
        AlertCode::OrgSuspended => ("desk-change-suspended", "class-change-suspended"),
        AlertCode::PodSubmitted => ("desk-change-pod-submitted", "class-change-proof-submitted"),
        AlertCode::PodMissing => ("desk-change-pod-missing", "class-change-proof"),
        AlertCode::AdultContent => ("desk-change-adult", "class-change-adult"),
        AlertCode::NimacRestricted => ("desk-change-nimac", "class-change-plan"),
        AlertCode::NotAssigned => ("desk-change-not-assigned", "class-change-assign"),
        AlertCode::ForUserRequired | AlertCode::NotOrgMember => {
            ("desk-change-member", "class-change-library")
        }
        AlertCode::DownloadLimitReached => ("desk-change-limit", "class-change-limit"),
        AlertCode::AlreadyAssigned
        | AlertCode::DownloadedBefore
        | AlertCode::LimitNear
        | AlertCode::Replaced => return None,
    };
    Some(match reader {
        RemedyReader::Staff => staff,
        RemedyReader::Sponsor => sponsor,
    })
}

#[cfg(test)]
mod tests {
    use domain::access::{Alert, AlertCode};
    use domain::wire::WireEnum as _;

    use super::{RemedyReader, remedy_message};
    use crate::texts::assert_messages;

    #[test]
    fn every_reason_that_closes_a_title_says_what_would_open_it_in_every_language() {
        for reader in [RemedyReader::Staff, RemedyReader::Sponsor] {
            for code in AlertCode::ALL.iter().filter(|code| Alert::from(**code).is_error()) {
                assert!(remedy_message(*code, reader).is_some(), "{code}");
            }
            assert_messages(AlertCode::ALL.iter().filter_map(|code| remedy_message(*code, reader)));
        }
    }
}
