//! Categories and BISAC codes (docs/rules/search.md#rule-8).

pub mod bisac_codes;
pub mod list;
