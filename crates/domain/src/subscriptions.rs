//! Subscriptions of people and organizations (docs/rules/records.md#rule-28).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::SubscriptionId;
use crate::wire_enum;

/// Books of an individual member's subscription that says nothing else.
pub const DEFAULT_BOOKS: u32 = 100;

wire_enum! {
    /// In which span a subscription's books are counted.
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

/// A subscription.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Identifier.
    pub id: SubscriptionId,
    /// Name of its type, for example `individual` or `trial` (docs/rules/values.md#rule-14).
    pub kind: String,
    /// When it begins.
    pub start: Timestamp,
    /// When it ends; none while open.
    pub end: Option<Timestamp>,
    /// How many books in a time frame; none takes the default of docs/rules/quotas.md.
    pub books_allowed: Option<u32>,
    /// The time frame.
    pub timeframe: DownloadTimeframe,
    /// The staff's notes.
    pub notes: Option<String>,
}

impl Subscription {
    /// Whether it covers `now`: begun, and not ended.
    pub fn covers(&self, now: Timestamp) -> bool {
        self.start <= now && self.end.is_none_or(|end| now < end)
    }

    /// How many books it allows in its time frame (docs/rules/quotas.md).
    pub fn books(&self) -> u32 {
        self.books_allowed.unwrap_or(DEFAULT_BOOKS)
    }
}

/// Status of these subscriptions at `now`; one that has not begun does not count as expired.
pub fn status(subscriptions: &[Subscription], now: Timestamp) -> SubscriptionStatus {
    if subscriptions.iter().any(|s| s.covers(now)) {
        SubscriptionStatus::Active
    } else if subscriptions.iter().any(|s| s.end.is_some_and(|end| end <= now)) {
        SubscriptionStatus::Expired
    } else {
        SubscriptionStatus::Missing
    }
}
