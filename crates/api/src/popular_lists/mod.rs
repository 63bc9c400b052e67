//! Popular lists (docs/rules/recommendations.md#rule-1): open to guests, computed once a day.

pub mod get;
pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Popular lists and recommendations": list::list_popular_lists, get::get_popular_list;
}
