//! Reading preferences of an organization's member, set by a sponsor.

pub mod get;
pub mod put;
