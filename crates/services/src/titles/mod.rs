//! Titles, as callers see them.

mod access;
mod source;

pub use access::{changeable, managed, page, relation, visible};
pub use source::source;
