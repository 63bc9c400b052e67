//! Files of members that schools' systems put into folders (docs/rosters.md#from-a-folder).

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Imports the files that wait in the folders of organizations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeRosters {}

impl Job for TakeRosters {
    const KIND: &'static str = "take_rosters";
    const LANE: Lane = Lane::Catalog;
    const ATTEMPTS: u32 = 3;
}
