//! The reading lists of an account, as membership staff see and make them (docs/rules/lists.md#rule-7).

pub mod create;
pub mod list;
