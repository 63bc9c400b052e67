//! Highlights of the caller (spec 4, 1.4): open to every user who can see the title.

pub mod create;
pub mod delete;
pub mod list;
pub mod update;
