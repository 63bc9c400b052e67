//! What is known about one format of a title.

pub mod get;
pub mod put;
