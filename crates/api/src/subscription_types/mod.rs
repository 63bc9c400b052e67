//! The subscriptions that a site offers (docs/rules/memberships.md#rule-3).

pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Membership: accounts": list::list_subscription_types;
}
