//! Titles that sponsors and membership staff assign to others (docs/rules/lists.md#rule-8).

pub mod assign;
pub mod list;
mod page;
pub mod unassign;

pub use page::AssignedPage;
