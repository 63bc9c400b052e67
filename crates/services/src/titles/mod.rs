//! Titles, as callers see them.

mod access;

pub use access::{changeable, managed, page, relation, visible};
