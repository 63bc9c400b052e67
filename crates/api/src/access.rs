//! Builds the title records of a page.

use services::TitleView;

use crate::Api;
use crate::records::{TitleSight, TitleSummary};

pub fn title_summaries(api: &Api, page: &[TitleView]) -> Vec<TitleSummary> {
    page.iter().map(|seen| TitleSummary::new(&TitleSight::new(api, seen))).collect()
}
