//! Periodicals and their editions (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).

pub mod editions;
pub mod get;
pub mod list;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "Periodicals": list::list_periodicals, get::get_periodical;
    "Collection": put::put_periodical;
    with editions;
}
