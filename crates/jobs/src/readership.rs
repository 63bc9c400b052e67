//! Counting what readers have in common.

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Computes the lists of every site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountReadership {}

impl Job for CountReadership {
    const KIND: &'static str = "count_readership";
    const LANE: Lane = Lane::Scans;
    const ATTEMPTS: u32 = 3;
}
