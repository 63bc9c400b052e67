use domain::subscription_types::Payment;
use domain::subscriptions::SubscriptionStatus;
use domain::{DownloadTimeframe, Subscription, SubscriptionType};
use jiff::Timestamp;

use super::format_timestamp;
use crate::http::Link;
use crate::{Api, routes};

/// A subscription as its holder sees it (docs/rules/records.md#rule-23).
#[endpoint::record]
pub struct SubscriptionSummary {
    /// Identifier.
    pub subscription_id: String,
    /// Its type.
    pub user_subscription_type: SubscriptionTypeRecord,
    /// When it begins.
    pub start_date: String,
    /// When it ends; null if open.
    pub end_date: Option<String>,
    /// active or expired.
    #[schema(value_type = String)]
    pub status: SubscriptionStatus,
    /// Books per time frame; null for unlimited.
    pub num_books_allowed: Option<u32>,
    /// Books left in the time frame; null for unlimited.
    pub books_remaining: Option<u32>,
    /// The time frame.
    pub download_timeframe: TimeframeRecord,
    /// The promo code used.
    pub promo_code: Option<String>,
    /// What it cost, in the smallest unit of the currency.
    pub cost: u64,
    /// Paid with credits.
    pub credits_used: u64,
    /// Amount due.
    pub amount_due: u64,
    /// self.
    pub links: Vec<Link>,
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
}

/// A type of subscription (docs/rules/records.md#rule-28).
#[endpoint::record]
pub struct SubscriptionTypeRecord {
    /// Name.
    pub name: String,
    /// A sentence for people.
    pub description: String,
}

impl SubscriptionTypeRecord {
    /// The type with this name; its name is also the description if the site no longer offers it.
    pub fn find_or_name(offered: &[SubscriptionType], name: &str) -> Self {
        let known = offered.iter().find(|kind| kind.name == name);
        let description = known.map_or(name, |kind| &kind.description);
        Self { name: name.to_owned(), description: description.to_owned() }
    }
}

impl From<SubscriptionType> for SubscriptionTypeRecord {
    fn from(kind: SubscriptionType) -> Self {
        Self { name: kind.name, description: kind.description }
    }
}

/// A time frame (docs/rules/records.md#rule-28).
#[endpoint::record]
pub struct TimeframeRecord {
    /// monthly or entireSubscription.
    #[schema(value_type = String)]
    pub name: DownloadTimeframe,
}

impl SubscriptionSummary {
    /// The record of one subscription and its holder's allowance; `None` is unlimited.
    pub fn new(
        api: &Api,
        subscription: &Subscription,
        kind: SubscriptionTypeRecord,
        books: (Option<u32>, Option<u32>),
        payment: Payment,
        now: Timestamp,
    ) -> Self {
        let status = if subscription.is_active_at(now) {
            SubscriptionStatus::Active
        } else {
            SubscriptionStatus::Expired
        };
        Self {
            subscription_id: subscription.id.to_string(),
            user_subscription_type: kind,
            start_date: format_timestamp(subscription.start),
            end_date: subscription.end.map(format_timestamp),
            status,
            num_books_allowed: books.0,
            books_remaining: books.1,
            download_timeframe: TimeframeRecord { name: subscription.timeframe },
            promo_code: payment.promo_code,
            cost: payment.cost,
            credits_used: payment.credits_used,
            amount_due: payment.amount_due,
            links: vec![Link::new("self", api.absolute_url(routes::MY_SUBSCRIPTION))],
            allows: None,
        }
    }
}
