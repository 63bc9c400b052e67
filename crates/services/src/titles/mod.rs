//! Titles, as callers see them.

mod access;
mod artifacts;
mod source;

pub use access::{changeable, managed, page, relation, visible};
pub use artifacts::edit_artifact;
pub use source::source;
