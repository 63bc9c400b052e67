//! Subscriptions of people and organizations (docs/rules/records.md#rule-28).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{SubscriptionId, wire_enum};

/// Books of an individual member's subscription that says nothing else.
pub const DEFAULT_BOOKS: u32 = 100;

wire_enum! {
    /// The span in which a subscription's books are counted.
    pub enum DownloadTimeframe {
        /// A rolling window of 30 days (docs/rules/quotas.md).
        Monthly = "monthly",
        /// From the start date on.
        EntireSubscription = "entireSubscription",
    }
}

wire_enum! {
    /// The state of a person's or organization's subscriptions, taken together.
    pub enum SubscriptionStatus {
        /// One covers today.
        Active = "active",
        /// There was one.
        Expired = "expired",
        /// There never was one.
        Missing = "missing",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    pub id: SubscriptionId,
    /// Name of its type, for example `individual` or `trial` (docs/rules/values.md#rule-14).
    pub kind: String,
    pub start: Timestamp,
    /// End of the subscription; `None` while open.
    pub end: Option<Timestamp>,
    /// Number of books in a time frame; `None` takes the default of docs/rules/quotas.md.
    pub books_allowed: Option<u32>,
    pub timeframe: DownloadTimeframe,
    pub notes: Option<String>,
}

impl Subscription {
    /// Returns true if the subscription has begun at `now`, and has not ended.
    pub fn is_active_at(&self, now: Timestamp) -> bool {
        self.start <= now && self.end.is_none_or(|end| now < end)
    }

    /// Number of books that the subscription allows in its time frame (docs/rules/quotas.md).
    pub fn allowed_books(&self) -> u32 {
        self.books_allowed.unwrap_or(DEFAULT_BOOKS)
    }
}

/// Status of these subscriptions at `now`; one that has not begun does not count as expired.
pub fn status(subscriptions: &[Subscription], now: Timestamp) -> SubscriptionStatus {
    if subscriptions.iter().any(|s| s.is_active_at(now)) {
        SubscriptionStatus::Active
    } else if subscriptions.iter().any(|s| s.end.is_some_and(|end| end <= now)) {
        SubscriptionStatus::Expired
    } else {
        SubscriptionStatus::Missing
    }
}
