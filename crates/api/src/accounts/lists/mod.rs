//! The reading lists of an account, for membership staff (docs/rules/lists.md#rule-7).

pub mod create;
pub mod list;
