//! Builds the title records of a page.

use services::titles::Seen;

use crate::records::{TitleSight, TitleSummary};
use crate::state::Api;

pub use services::titles::managed;

/// The summaries of a page.
pub fn title_summaries(api: &Api, page: &[Seen]) -> Vec<TitleSummary> {
    page.iter().map(|seen| TitleSummary::new(&TitleSight::new(api, seen))).collect()
}
