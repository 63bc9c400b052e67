//! Signed agreements (docs/rules/records.md#rule-29).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{AccountId, AgreementId, wire_enum};

wire_enum! {
    /// Kind of agreement, as a request names it (docs/rules/memberships.md#rule-5).
    pub enum AgreementType {
        TermsOfUse = "termsOfUse",
        Volunteer = "volunteer",
    }
}

/// One signed agreement of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    pub id: AgreementId,
    pub account: AccountId,
    pub kind: AgreementType,
    /// Time of the signature.
    pub date_signed: Timestamp,
    /// Time at which it was ended; `None` while it is current.
    pub date_expired: Option<Timestamp>,
    /// The name printed next to the signature.
    pub print_name: String,
    pub recorded_by: Option<AccountId>,
    pub signed_by_legal_guardian: bool,
}

/// Time by which the calendar of the easternmost places is ahead of UTC.
const EASTERNMOST_OFFSET: SignedDuration = SignedDuration::from_hours(14);

/// Returns true if a person may have signed at this moment: what has not begun anywhere cannot be signed
/// yet. A date without a time is its first moment in UTC, and begins elsewhere before.
pub fn may_be_signed(at: Timestamp, now: Timestamp) -> bool {
    at <= now.saturating_add(EASTERNMOST_OFFSET).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::may_be_signed;
    use crate::fixtures::{days_ago, noon};

    #[test]
    fn rejects_a_signature_of_tomorrow() {
        assert!(may_be_signed(days_ago(1), noon()) && may_be_signed(noon(), noon()));
        let midnight: Timestamp = "2026-11-22T00:00:00Z".parse().unwrap();
        assert!(may_be_signed(midnight, noon()), "it is tomorrow on Kiritimati");
        assert!(!may_be_signed(midnight + SignedDuration::from_hours(24), noon()));
        assert!(!may_be_signed(midnight, noon() - SignedDuration::from_hours(3)));
        assert!(may_be_signed(Timestamp::MAX, Timestamp::MAX));
    }
}
