//! Categories and BISAC codes (document 2, "Categories, BISAC codes, title files").

pub mod bisac_codes;
pub mod list;
