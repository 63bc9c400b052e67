//! The signed agreements of an account, as membership staff keep them (docs/rules/memberships.md#rule-10).

pub mod create;
pub mod expire;
pub mod get;
pub mod list;
