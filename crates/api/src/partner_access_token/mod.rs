//! The user's connection to the partner's drive (docs/rules/documents.md#rule-5).

pub mod create;
pub mod delete;
