//! Districts and schools by which a roster is sorted (docs/rules/records.md#rule-35).

pub mod create;
pub mod list;
