//! User names (docs/rules/accounts.md#rule-10).

pub mod get;
