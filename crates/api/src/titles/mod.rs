//! Titles: search, count, metadata, download and file resources (docs/rules/titles.md#rule-1).

pub mod artifact;
pub mod count;
pub mod delete;
pub mod edit;
pub mod fields;
pub mod found;
pub mod get;
pub mod history;
pub mod list;
pub mod put;
pub mod source;
pub mod status;

use crate::endpoints;

endpoints! {
    "Titles": list::list_titles, count::count_titles, get::get_title;
    "Collection":
        put::put_title, delete::delete_title, status::put_title_status, history::list_title_history,
        source::get_title_source;
    with artifact;
}
