//! Recommendations (docs/rules/recommendations.md#rule-3). `domain::recommendations` computes the scores;
//! docs/recommendations.md describes them.

pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Popular lists and recommendations": list::list_my_recommendations;
}
