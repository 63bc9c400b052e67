//! What the responses to downloads of titles and of editions of periodicals have in common
//! (docs/rules/downloads.md#rule-1): the package, and its single files.

pub mod files;
pub mod package;
