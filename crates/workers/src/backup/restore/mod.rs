//! Restores a backup, into either database and either file store.
//!
//! Files are restored first, then the database. Until then there is no library, or still the previous one,
//! and no command opens it: a file whose name ends in `.restoring` is next to the database's file, and a
//! database server has a mark.

mod file;
mod files;
mod server;

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use delivery::Files;
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::BackupProgress;
use super::manifest::Manifest;
use crate::copying::check_empty;

#[derive(Debug)]
pub struct RestoreTarget {
    pub database: TargetDatabase,
    pub files: TargetFiles,
    /// The folder of the search index.
    pub index: PathBuf,
}

#[derive(Debug)]
pub enum TargetDatabase {
    /// The file of an embedded database.
    File(PathBuf),
    /// An empty database of a server.
    Server {
        url: String,
        /// The address without a password, for people.
        name: String,
        /// A file for the copy of the backup's database while its rows are copied to the server.
        scratch: PathBuf,
    },
}

#[derive(Debug)]
pub enum TargetFiles {
    Store(Files),
    /// The folder of a store that is deleted soon: files are linked to those of the backup where the file
    /// system allows it, and nothing waits for the disk.
    Scratch(PathBuf),
}

#[derive(Debug)]
pub struct RestoreReport {
    pub manifest: Manifest,
    /// The previous database, under another name.
    pub previous_database: Option<PathBuf>,
}

struct Restoration<'a> {
    backup: &'a Path,
    manifest: Manifest,
    target: &'a RestoreTarget,
    force: bool,
    now: Timestamp,
    stop: &'a CancellationToken,
}

/// The marker file of a restore that is in progress or was interrupted.
pub fn find_restore_marker(database: &Path) -> Option<PathBuf> {
    Some(with_suffix(database, ".restoring")).filter(|path| path.exists())
}

/// Restores a backup; `None` if it was stopped. A target that contains a library or files is refused unless
/// an interrupted restore left them. With `force`, existing files are kept if they are those of the backup,
/// and an embedded database is replaced and kept under another name. When repeated after a failure, it
/// resumes with the existing files and rows.
///
/// # Errors
/// The backup is of a later version or damaged; the target is in use, not empty or cannot be written to.
pub async fn restore(
    backup: &Path,
    target: &RestoreTarget,
    force: bool,
    now: Timestamp,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(BackupProgress),
) -> anyhow::Result<Option<RestoreReport>> {
    let manifest = Manifest::read(backup)?;
    refuse_later_schema(&manifest)?;
    let restoration = Restoration { backup, manifest, target, force, now, stop };
    match &target.database {
        TargetDatabase::File(file) => restoration.restore_file(file, &mut on_progress).await,
        TargetDatabase::Server { url, name, scratch } => {
            restoration.restore_to_server(url, name, scratch, &mut on_progress).await
        }
    }
}

/// Refuses a backup of a later schema than this program supports.
fn refuse_later_schema(manifest: &Manifest) -> anyhow::Result<()> {
    let known = store::backup::own_schema();
    if manifest.schema > known {
        bail!(
            "the backup was made by openshelf {} with tables that this program, openshelf {}, does not know \
             (migration {}, here {known}): restore it with that version or a newer one",
            manifest.program,
            store::PROGRAM_VERSION,
            manifest.schema,
        );
    }
    Ok(())
}

impl Restoration<'_> {
    /// Refuses a file store that contains files, unless the operator forces it.
    async fn check_files(&self) -> anyhow::Result<()> {
        match &self.target.files {
            TargetFiles::Store(files) if !self.force => {
                let checked = check_empty(files, "the file store").await;
                checked.context("restore elsewhere, or keep the files that belong to the backup with --force")
            }
            _ => Ok(()),
        }
    }
}

/// The file that marks a restore in progress; its lock keeps a second restore out.
struct RestoreMarker(#[expect(dead_code, reason = "the open file is the lock")] File);

impl RestoreMarker {
    fn set(path: &Path) -> anyhow::Result<Self> {
        let file = File::options().create(true).truncate(false).write(true).open(path);
        let file = file.with_context(|| format!("writing {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => bail!("another restore of this library is under way"),
            Err(TryLockError::Error(error)) => Err(error).context("locking the database"),
        }
    }
}

/// The path with a suffix added to its name.
fn with_suffix(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

fn remove_dir(path: &Path) -> anyhow::Result<()> {
    ignore_missing(fs::remove_dir_all(path)).with_context(|| format!("removing {}", path.display()))
}

/// Treats a missing file as removed.
fn ignore_missing(removed: std::io::Result<()>) -> std::io::Result<()> {
    removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
