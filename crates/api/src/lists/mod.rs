//! Reading lists (document 2, "Reading lists"; spec 4, 1.5 and 4.7). `services::lists` has the operations.

pub mod delete;
pub mod get;
pub mod members;
mod page;
pub mod put;
pub mod search;
pub mod titles;

pub use page::{ListOfLists, Lists};
