//! The caller's subscription, or that of the organization (docs/rules/records.md#rule-23).

pub mod create;
pub mod get;

use jiff::Timestamp;
use services::subscriptions::own::OwnSubscription;

use crate::Api;
use crate::openapi::endpoints;
use crate::records::{SubscriptionSummary, SubscriptionTypeRecord};

endpoints! {
    "My account": get::get_my_subscription, create::take_my_subscription;
}

fn active_summary(api: &Api, own: OwnSubscription, now: Timestamp) -> SubscriptionSummary {
    let kind = SubscriptionTypeRecord::find_or_name(&own.types, &own.subscription.kind);
    let books = (own.quota.allowed, own.quota.books_left());
    SubscriptionSummary::new(api, &own.subscription, kind, books, own.payment, now)
}
