//! Titles of a page as records.

use std::sync::Arc;

use domain::access::Relation;
use domain::titles::Title;

use crate::http::caller::Caller;
use crate::records::{Sight, TitleSummary};
use crate::state::Api;

pub use services::titles::{changeable, managed, page, visible};

/// The summaries of a page.
pub fn summaries(api: &Api, caller: &Caller, page: &[(Arc<Title>, Relation)]) -> Vec<TitleSummary> {
    page.iter()
        .map(|(title, relation)| TitleSummary::new(&Sight::new(api, caller, title, *relation)))
        .collect()
}
