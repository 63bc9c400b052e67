//! The subscriptions of an account, as membership staff give and change them (document 3; spec 4, 1.7).

pub mod create;
mod form;
pub mod get;
pub mod list;
pub mod put;

pub use form::SubscriptionForm;
