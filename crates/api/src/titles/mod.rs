//! Titles: search, count, metadata, download and file resources (docs/rules/titles.md#rule-1).

pub mod artifact;
pub mod count;
pub mod delete;
pub mod edit;
pub mod fields;
pub mod found;
pub mod get;
pub mod history;
pub mod list;
pub mod put;
pub mod source;
pub mod status;
