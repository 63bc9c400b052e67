//! User names (spec 4, 1.3).

pub mod get;
