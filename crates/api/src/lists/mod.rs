//! Reading lists (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-1). `services::lists` has the
//! operations.

pub mod delete;
pub mod get;
pub mod members;
mod page;
pub mod put;
pub mod search;
pub mod titles;

pub use page::{ListOfLists, ListsPage};
