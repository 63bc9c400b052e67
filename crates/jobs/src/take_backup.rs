//! A backup that an administrator starts (docs/backup.md#from-the-browser).

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Note in the progress of a backup that waits until another process has written its own into the folder.
pub const BUSY_FOLDER_NOTE: &str = "waits for another backup into the same folder";

/// Takes a backup into the folder of the process that runs it. Processes without one leave it to others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeBackup {}

impl Job for TakeBackup {
    const KIND: &'static str = "take_backup";
    /// Its jobs are short, so a backup begins soon.
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 3;
    const OCCUPIES_SLOT: bool = false;
}
