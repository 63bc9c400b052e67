//! Kinds of organizations.

pub mod list;
