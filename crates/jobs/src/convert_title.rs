//! The move to `converted` (docs/rules/titles.md#rule-3): a title gets there after its formats have been
//! made, so that a book that cannot be converted is never published.

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;
use crate::apply_title_update::TitleUpdate;

/// Makes the formats of a title, and then moves it. Formats that were made survive if the process is killed,
/// and the next attempt continues from there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConvertTitle(pub TitleUpdate);

impl Job for ConvertTitle {
    const KIND: &'static str = "convert_title";
    const LANE: Lane = Lane::Text;
    const ATTEMPTS: u32 = 5;
}
