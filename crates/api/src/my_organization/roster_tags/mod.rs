//! Districts and schools in a roster (docs/rules/records.md#rule-35).

pub mod create;
pub mod list;
