//! What sponsors and membership staff assign to others (document 2, "Assigned titles").

pub mod assign;
pub mod list;
mod page;
pub mod unassign;

pub use page::Shelf;
