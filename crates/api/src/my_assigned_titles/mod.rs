//! Titles assigned to the caller.

pub mod list;
