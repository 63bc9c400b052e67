//! Recommendations (document 2, "Recommendations"; spec 4, 1.5). How titles are weighed is
//! `domain::recommendations`; docs/recommendations.md tells it in words.

pub mod list;
