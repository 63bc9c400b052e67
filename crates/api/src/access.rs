//! Builds the title records of a page.

use services::titles::Seen;

use crate::records::{Sight, TitleSummary};
use crate::state::Api;

pub use services::titles::managed;

/// The summaries of a page.
pub fn summaries(api: &Api, page: &[Seen]) -> Vec<TitleSummary> {
    page.iter().map(|seen| TitleSummary::new(&Sight::new(api, seen))).collect()
}
