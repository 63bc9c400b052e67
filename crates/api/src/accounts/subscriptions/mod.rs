//! The subscriptions of an account, managed by membership staff (docs/rules/memberships.md#rule-9).

pub mod create;
mod form;
pub mod get;
pub mod list;
pub mod put;

use crate::openapi::endpoints;

pub use form::SubscriptionForm;

endpoints! {
    "Membership: accounts":
        list::list_account_subscriptions, create::create_account_subscription, get::get_account_subscription,
        put::put_account_subscription;
}
