//! The subscriptions of an account, as membership staff give and change them
//! (docs/rules/memberships.md#rule-9).

pub mod create;
mod form;
pub mod get;
pub mod list;
pub mod put;

pub use form::SubscriptionForm;
