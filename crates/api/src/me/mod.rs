//! Who is signed in (docs/rules/accounts.md#rule-1).

pub mod get;
