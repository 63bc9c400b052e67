//! Reading lists (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-1). `services::lists` has the
//! operations.

pub mod delete;
pub mod get;
pub mod members;
mod page;
pub mod put;
pub mod search;
pub mod titles;

use crate::openapi::endpoints;

pub use page::{ListOfLists, ListsPage};

endpoints! {
    "Reading lists": search::search_lists, get::get_list, put::put_list, delete::delete_list;
    with members, titles;
}
