//! Popular lists (docs/rules/recommendations.md#rule-1): open to guests, computed once a day.

pub mod get;
pub mod list;
