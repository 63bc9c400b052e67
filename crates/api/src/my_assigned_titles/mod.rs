//! What is assigned to the caller.

pub mod list;
