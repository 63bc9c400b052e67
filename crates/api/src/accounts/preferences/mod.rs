//! How somebody likes to read, as membership staff read and set it (docs/rules/accounts.md#rule-7,
//! docs/rules/memberships.md#rule-14).

pub mod get;
pub mod put;
