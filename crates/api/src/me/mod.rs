//! The signed-in user (docs/rules/accounts.md#rule-1).

pub mod get;
