//! Reading activity of the caller (docs/rules/reading.md#rule-5): open to every user who can see the title
//! (docs/rules/documents.md#rule-2).

pub mod position;
pub mod record;
