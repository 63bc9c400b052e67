//! Confirmations of a disability by a competent authority: a physician, a teacher, a librarian
//! (docs/rules/accounts.md#rule-9, docs/rules/records.md#rule-31). A member names the authority's email
//! address, an email with a key is sent there, and the holder of the key may confirm, once.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::proofs::DisabilityType;

/// An authority may take its time.
pub const OPEN_FOR: SignedDuration = SignedDuration::from_hours(60 * 24);

/// In this time requests are counted.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(24);

/// Requests of one person within [`WINDOW`].
pub const PER_PERSON: u64 = 5;

/// Requests to one address within [`WINDOW`], no matter from whom: a school nurse may be asked by a whole
/// class.
pub const PER_ADDRESS: u64 = 40;

/// A request to confirm that has not been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The server's own name of it; never shown.
    pub id: String,
    /// Whose disability.
    pub account: AccountId,
    /// The authority's email address.
    pub email: String,
    /// The authority's name, as the member gave it.
    pub authority: Option<String>,
    /// What the member wrote to the authority.
    pub message: Option<String>,
    /// When the member asked.
    pub requested: Timestamp,
}

impl Confirmation {
    /// The moment from which on it cannot be used any more.
    pub fn ends(&self) -> Timestamp {
        self.requested.saturating_add(OPEN_FOR).unwrap_or(Timestamp::MAX)
    }

    /// Whether the request went to this address, in any case.
    pub fn went_to(&self, email: &str) -> bool {
        self.email.trim().to_lowercase() == email.trim().to_lowercase()
    }
}

/// Requests of the last [`WINDOW`], of one person or to one address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recent {
    /// How many.
    pub count: u64,
    /// The first of them.
    pub first: Option<Timestamp>,
}

impl Recent {
    /// How long to wait until the next request is allowed. `None` if it is allowed now.
    pub fn wait(self, allowed: u64, now: Timestamp) -> Option<SignedDuration> {
        let first = self.first.filter(|_| self.count >= allowed)?;
        Some((WINDOW - now.duration_since(first)).max(SignedDuration::from_secs(1)))
    }
}

/// What an authority says: who it is, and what it confirms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Professional title.
    pub title: String,
    /// Where the authority works.
    pub organization: Option<String>,
    /// Telephone.
    pub phone_number: Option<String>,
    /// What is confirmed; at least one.
    pub disabilities: BTreeSet<DisabilityType>,
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{Confirmation, OPEN_FOR, Recent, WINDOW};
    use crate::fixtures::now;

    #[test]
    fn an_address_is_compared_in_any_case() {
        let asked = Confirmation {
            id: "c".into(),
            account: "ada".into(),
            email: "Lund@Clinic.example".into(),
            authority: None,
            message: None,
            requested: now(),
        };
        assert!(asked.went_to(" lund@clinic.EXAMPLE"));
        assert!(!asked.went_to("lund@clinic.example.org"));
        assert_eq!(asked.ends().duration_since(now()), OPEN_FOR);
    }

    #[test]
    fn a_caller_over_the_limit_waits_until_the_first_request_is_a_day_old() {
        let recent = |count, hours| Recent { count, first: Some(now() - SignedDuration::from_hours(hours)) };
        assert_eq!(Recent::default().wait(5, now()), None);
        assert_eq!(recent(4, 1).wait(5, now()), None);
        assert_eq!(recent(5, 1).wait(5, now()), Some(WINDOW - SignedDuration::from_hours(1)));
        assert_eq!(recent(9, 24).wait(5, now()), Some(SignedDuration::from_secs(1)));
    }
}
