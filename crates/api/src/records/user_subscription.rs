use domain::{AccountId, Subscription, SubscriptionType};

use super::{SubscriptionTypeRecord, TimeframeRecord, format_timestamp};
use crate::http::Link;
use crate::{Api, routes};

/// A subscription as membership staff see it (docs/rules/records.md#rule-28).
#[endpoint::record]
pub struct UserSubscription {
    /// Identifier.
    pub subscription_id: String,
    /// When it begins.
    pub start_date: String,
    /// When it ends; null if open.
    pub end_date: Option<String>,
    /// Its type.
    pub user_subscription_type: SubscriptionTypeRecord,
    /// Books per time frame.
    pub num_books_allowed: u32,
    /// The time frame.
    pub download_timeframe: TimeframeRecord,
    /// The staff's notes.
    pub notes: Option<String>,
    /// self.
    pub links: Vec<Link>,
}

impl UserSubscription {
    /// The record of one subscription of an account, whose site offers these types.
    pub fn new(
        api: &Api,
        account: &AccountId,
        subscription: Subscription,
        offered: &[SubscriptionType],
    ) -> Self {
        let address = api.absolute_url(&routes::account_subscription(account, &subscription.id));
        Self {
            num_books_allowed: subscription.allowed_books(),
            subscription_id: subscription.id.to_string(),
            start_date: format_timestamp(subscription.start),
            end_date: subscription.end.map(format_timestamp),
            user_subscription_type: SubscriptionTypeRecord::find_or_name(offered, &subscription.kind),
            download_timeframe: TimeframeRecord { name: subscription.timeframe },
            notes: subscription.notes,
            links: vec![Link::new("self", address)],
        }
    }
}
