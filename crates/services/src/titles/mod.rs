//! Titles, as callers see them.

mod access;
mod artifacts;
mod query;
mod search;
mod seen;
mod source;

pub use access::{changeable, get, managed, page, relation, visible};
pub use artifacts::edit_artifact;
pub use query::{Criteria, Cursor, Query, Sort};
pub use search::{Found, Search, count};
pub use seen::{Cover, Look, Seen};
pub use source::source;
