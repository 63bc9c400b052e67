//! Titles, as callers see them.

mod access;
mod artifacts;
mod availabilities;
pub mod by_number;
mod form;
mod history;
mod moves;
pub mod operator;
mod query;
mod search;
mod seen;
mod similar;
mod source;
mod suggestions;
mod updates;

pub use access::{get, managed, page, relation, visible};
pub use artifacts::edit_artifact;
pub use availabilities::availabilities;
pub use form::{MOST_VALUES, TitleForm, distinct};
pub use history::history;
pub use query::{
    AccessFacets, AccessFilter, Conditions, Criteria, Cursor, Facets, MOST_DAYS, Query, Sort, days_before,
};
pub use search::{Found, Search, count, my_preferences};
pub use seen::{Cover, Look, Seen};
pub use similar::similar;
pub use source::source;
pub use suggestions::{spellings, totals};
pub(crate) use updates::refused;
pub use updates::{TitleChange, accept, check_ages, edit, move_to};
