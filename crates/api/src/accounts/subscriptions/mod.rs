//! The subscriptions of an account, managed by membership staff (docs/rules/memberships.md#rule-9).

pub mod create;
mod form;
pub mod get;
pub mod list;
pub mod put;

pub use form::SubscriptionForm;
