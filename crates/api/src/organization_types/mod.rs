//! Types of organizations.

pub mod list;
