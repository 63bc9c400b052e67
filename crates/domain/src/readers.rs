//! Everything the access rule needs to know about one person, read together.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::proofs::ProofStatus;
use crate::subscriptions::{SubscriptionStatus, status};
use crate::{Account, Organization, Subscription};

/// A signed-in user, or the person a download is for, with standing and quota.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reader {
    pub account: Account,
    /// A current agreement of the account's own.
    pub agreement_signed: bool,
    /// The account's own subscriptions, newest start first.
    pub subscriptions: Vec<Subscription>,
    /// The account's proof, no matter who gave it: an authority, a school, or staff.
    pub proof: ProofStatus,
    /// The moment at which access without a confirmed proof ends (docs/rules/joining.md#rule-6). `None` if
    /// the person has submitted nothing, if the site gives no such access, or if a proof was decided on.
    #[serde(default)]
    pub provisional_until: Option<Timestamp>,
    /// The organization, for sponsors and members.
    pub organization: Option<OrganizationStanding>,
    /// Books downloaded in the time frame of the account's own subscription (docs/rules/quotas.md).
    pub books_taken: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrganizationStanding {
    pub organization: Organization,
    /// Subscriptions, newest start first.
    pub subscriptions: Vec<Subscription>,
    /// Books taken by all its recipients in 30 days (docs/rules/quotas.md).
    pub books_taken: u32,
}

impl Reader {
    /// The person's own subscription that covers `now`. If several do, the one with the most books, then the
    /// newest.
    pub fn subscription(&self, now: Timestamp) -> Option<&Subscription> {
        self.subscriptions
            .iter()
            .filter(|s| s.is_active_at(now))
            .max_by_key(|s| (s.allowed_books(), s.start, &s.id))
    }

    /// The end of the access that the person has now while a submitted proof is checked. `None` if there is
    /// no such access: a proof is confirmed, nothing is submitted, or the time is over.
    pub fn provisional_access(&self, now: Timestamp) -> Option<Timestamp> {
        self.provisional_until.filter(|until| self.proof == ProofStatus::Submitted && now < *until)
    }

    /// Returns true if the person's proof is confirmed, or counts as such while it is checked.
    pub fn counts_as_proven(&self, now: Timestamp) -> bool {
        self.proof == ProofStatus::Active || self.provisional_access(now).is_some()
    }

    /// Moves the person to another country: for staff who choose the parameter `country`
    /// (docs/rules/search.md#rule-7).
    #[must_use]
    pub fn viewed_from(&self, country: &str) -> Self {
        let mut reader = self.clone();
        reader.account.address.country = Some(country.to_owned());
        reader.account.address.state = None;
        reader
    }

    /// Returns true if a member may download titles that were not assigned: the member's setting, otherwise
    /// the organization's (docs/rules/access.md#rule-12).
    pub fn may_search_downloads(&self) -> bool {
        let own = self.account.membership.as_ref().and_then(|place| place.allow_search_downloads);
        let shared = self.organization.as_ref().map(|standing| standing.organization.allow_search_downloads);
        own.or(shared).unwrap_or(false)
    }

    pub fn subscription_status(&self, now: Timestamp) -> SubscriptionStatus {
        status(&self.subscriptions, now)
    }
}

impl OrganizationStanding {
    /// The state of the organization's subscriptions.
    pub fn subscription_status(&self, now: Timestamp) -> SubscriptionStatus {
        status(&self.subscriptions, now)
    }
}
