//! Titles, as callers see them.

mod access;
mod alternatives;
mod artifacts;
mod availabilities;
pub mod by_number;
mod form;
mod history;
mod moves;
pub mod operator;
mod query;
mod search;
mod similar;
mod source;
mod suggestions;
mod updates;

pub use access::{find_managed, find_relation, find_visible, get, view_page};
pub(crate) use alternatives::find_alternatives;
pub use alternatives::{Alternatives, EditionSearch, TitleInContext, get_in_context};
pub use artifacts::{TitleFormat, edit_artifact};
pub use availabilities::{AvailabilityRequest, list_availabilities};
pub use form::{MAX_FORM_VALUES, TitleForm, deduplicate, distinct_values, thema_codes};
pub use history::list_history;
pub use query::{
    AccessFacets, AccessFilter, Conditions, Criteria, Cursor, Facets, MAX_ADDED_DAYS, Query, Sort,
    days_before,
};
pub use search::{CollectionSearch, SearchPage, count, my_preferences};
pub use similar::list_similar;
pub use source::issue_source_ticket;
pub use suggestions::{count_all_queries, suggest_spellings};
pub use updates::{MetadataChange, TitleChange, TitleMove, check_ages, edit, move_to};
pub(crate) use updates::{audited_act_of_move, invalid_title};
