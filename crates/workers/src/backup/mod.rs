//! Backups of a library of any kind while it is in use (docs/backup.md).
//!
//! ```text
//! manifest.json           description of the backup, hashes of tables and of the list; written last
//! library-20261122T024100Z.db     the database, converted to SQLite if necessary
//! files-20261122T024100Z.sha256   every file with its size and hash, as `sha256sum -c` reads it
//! index-20261122T024100Z/ the search index, if requested
//! files/                  the file store, under its keys
//! ```
//!
//! File names are content hashes or random, and files never change. So the database is copied first, as of
//! one moment, and then the files that the copy names. A later backup into the same folder adds new files
//! next to the earlier backup, which stays complete until the later manifest replaces its own.

mod database;
mod folder;
mod list;
mod manifest;
mod restore;
mod rows;
mod take;
mod verify;

pub use crate::copying::{StepProgress, TableProof};
pub(crate) use folder::FolderBusy;
pub use folder::remove_entry;
pub use manifest::{BackupPart, Manifest};
pub use restore::{RestoreReport, RestoreTarget, TargetDatabase, TargetFiles, find_restore_marker, restore};
pub use rows::compare_rows;
pub use take::{BackupSource, take};
pub use verify::{Verdict, verify};

pub type BackupProgress = StepProgress<BackupStep>;

/// The files or the database that are being copied or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupStep {
    Index,
    /// The database: counted in bytes.
    Database,
    CopyRows,
    CompareRows,
    HashRows,
    /// The files: counted in files.
    Files,
}

#[cfg(test)]
mod tests;
