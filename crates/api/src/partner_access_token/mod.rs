//! The user's connection to the partner's drive (spec 4, 1.3).

pub mod create;
pub mod delete;
