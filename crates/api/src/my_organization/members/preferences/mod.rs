//! How a member of the organization likes to read, set by a sponsor.

pub mod get;
pub mod put;
