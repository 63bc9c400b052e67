//! The caller's subscription of a list.

pub mod get;
pub mod put;
