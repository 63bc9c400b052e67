//! Titles that sponsors and membership staff assign to others (docs/rules/lists.md#rule-8).

pub mod assign;
pub mod list;
mod page;
pub mod unassign;

use crate::openapi::endpoints;

pub use page::AssignedPage;

endpoints! {
    "Assigned titles": list::list_assigned_titles, assign::assign_title, unassign::unassign_title;
}
