//! The caller's reading lists and subscriptions.

pub mod create;
pub mod list;
pub mod subscription;
