//! The sponsors of the caller's organization.

pub mod add;
pub mod get;
pub mod list;
pub mod put;
pub mod remove;
