//! The caller's subscription to a list.

pub mod get;
pub mod put;
