//! The caller's subscription, or that of the organization (docs/rules/records.md#rule-23).

pub mod create;
pub mod get;

use jiff::Timestamp;
use services::subscriptions::own::OwnSubscription;

use crate::records::{SubscriptionSummary, SubscriptionTypeRecord};
use crate::{Api, endpoints};

endpoints! {
    "My account": get::get_my_subscription, create::take_my_subscription;
}

fn active_summary(api: &Api, own: OwnSubscription, now: Timestamp) -> SubscriptionSummary {
    let kind = SubscriptionTypeRecord::find_or_name(&own.types, &own.subscription.kind);
    let books = (own.quota.allowed, own.quota.books_left());
    SubscriptionSummary::new(api, &own.subscription, kind, books, own.payment, now)
}
