//! The description of one format of a title.

pub mod get;
pub mod put;
