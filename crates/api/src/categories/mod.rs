//! Categories and BISAC codes (docs/rules/search.md#rule-8).

pub mod bisac_codes;
pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Titles": list::list_categories, bisac_codes::list_bisac_codes;
}
