//! The subscriptions that a site offers (docs/rules/memberships.md#rule-3).

pub mod list;
