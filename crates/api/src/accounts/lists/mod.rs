//! The reading lists of an account, as membership staff see and make them (document 3; spec 4, 1.5).

pub mod create;
pub mod list;
