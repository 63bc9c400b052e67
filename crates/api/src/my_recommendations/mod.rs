//! Recommendations (docs/rules/recommendations.md#rule-3). How titles are weighed is
//! `domain::recommendations`; docs/recommendations.md tells it in words.

pub mod list;
