//! The caller's own account (spec 4, 1.3).

pub mod get;
pub mod preferences;
pub mod recommendation_profile;
mod summary;
