//! Backups of a library on the embedded database, while it is in use (docs/backup.md).
//!
//! ```text
//! manifest.json           what the backup is, and the hash of the list; written last
//! library-20261122T024100Z.db
//! files-20261122T024100Z.sha256   every file of the backup with its hash, as `sha256sum -c` reads it
//! index-20261122T024100Z/ the search index, when it was asked for
//! files/                  the file store, under its keys
//! ```
//!
//! File names are content hashes or random, and files never change. So the database is copied first and then
//! the files that the copy names. A later backup into the same folder adds new files next to the earlier
//! backup, which stays complete until the later manifest replaces its own.

mod folder;
mod list;
mod manifest;
mod restore;
mod take;
mod verify;

pub(crate) use folder::write_whole;
pub use manifest::{BackupPart, Manifest};
pub use restore::{RestoreReport, Target, in_the_way, restore};
pub(crate) use take::is_content;
pub use take::{BackupSource, take};
pub use verify::{Verdict, verify};

/// Progress of a long operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackupProgress {
    /// The current step.
    pub step: Step,
    /// Bytes of the database, or files.
    pub done: u64,
    /// The total: exact for bytes, approximate for files.
    pub total: u64,
}

/// The files or the database that are being copied or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The search index.
    Index,
    /// The database: counted in bytes.
    Database,
    /// The files: counted in files.
    Files,
}

#[cfg(test)]
mod tests;
