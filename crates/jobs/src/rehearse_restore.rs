//! A rehearsal of a restore that an administrator starts (docs/backup.md#rehearsing-from-the-browser).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Rehearses the restore of the backup in the folder of the process that runs it. Processes without one leave
/// it to others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RehearseRestore {}

/// The numbers of an ended rehearsal: the note in the progress of its job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RehearsalSummary {
    /// Time of the backup.
    pub taken: Timestamp,
    pub seconds: u64,
    /// Restored files, which were all read and compared.
    pub files: u64,
    /// Their total size.
    pub bytes: u64,
    /// Compared rows of the database.
    pub rows: u64,
    pub indexed_titles: u64,
    /// Books that were converted and read.
    pub books: u64,
    /// The copies that were made of them.
    pub copies: u64,
    /// True if a new reader could sign in.
    pub signed_in: bool,
    /// Name of the file with the report.
    pub report: String,
}

impl RehearsalSummary {
    /// The note in the progress of a job.
    pub fn to_note(&self) -> String {
        serde_json::to_string(self).expect("a summary serializes to JSON")
    }

    /// Parses the note in the progress of a job. `None` if it is not a summary.
    pub fn parse_note(note: &str) -> Option<Self> {
        serde_json::from_str(note).ok()
    }
}

impl Job for RehearseRestore {
    const KIND: &'static str = "rehearse_restore";
    /// Its jobs are short, so a rehearsal begins soon.
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 5;
    const OCCUPIES_SLOT: bool = false;
}
