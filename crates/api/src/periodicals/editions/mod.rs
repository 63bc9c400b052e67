//! Editions of periodicals (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).

pub mod delete;
pub mod get;
pub mod list;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "Periodicals": list::list_editions, get::get_edition;
    "Collection": put::put_edition, delete::delete_edition;
}
