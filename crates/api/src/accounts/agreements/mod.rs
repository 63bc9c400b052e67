//! The signed agreements of an account, managed by membership staff (docs/rules/memberships.md#rule-10).

pub mod create;
pub mod expire;
pub mod get;
pub mod list;
