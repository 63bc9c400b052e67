//! Periodicals and their editions (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).

pub mod editions;
pub mod get;
pub mod list;
pub mod put;
