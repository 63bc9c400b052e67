//! Adding new formats to the existing catalog.

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Walks through the catalog and adds new formats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddFormats {}

impl Job for AddFormats {
    const KIND: &'static str = "add_formats";
    const LANE: Lane = Lane::Scans;
}
