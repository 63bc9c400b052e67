//! The folder of a backup: one writer at a time, and no foreign files.

use std::fs::{self, File, TryLockError};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use delivery::Files;
use delivery::keys::LASTING_FOLDERS;
use futures_util::TryStreamExt as _;
use jiff::Timestamp;

use super::list;
use super::manifest::{BackupPart, Manifest};
use crate::referenced_files::KeyPart;

/// Locked while a backup is written; its presence marks a backup folder.
const LOCK_FILE: &str = "backup.lock";
/// Prefixes of the names of a backup's own parts.
const PART_PREFIXES: [&str; 3] = ["library-", "files-", "index-"];

/// The refusal of a folder into which another backup is being written.
#[derive(Debug, thiserror::Error)]
#[error("another backup is being written into {0}")]
pub(crate) struct FolderBusy(String);

pub(super) struct BackupFolder {
    pub(super) path: PathBuf,
    /// Copy of the file store.
    pub(super) files: Files,
    pub(super) previous: Option<Manifest>,
    /// The previous backup's list of files.
    pub(super) previous_list: Option<PathBuf>,
    _lock: File,
}

impl BackupFolder {
    /// Creates the folder if it does not exist. Refuses a folder with foreign files.
    pub(super) fn open_or_create(path: &Path) -> anyhow::Result<Self> {
        let path_text = path.display();
        let mut make = fs::DirBuilder::new();
        // The backup contains the data of the database, so only its owner may read it.
        make.recursive(true).mode(0o700).create(path).with_context(|| format!("creating {path_text}"))?;
        // A freshly formatted disk contains this folder.
        let foreign = |entry: std::io::Result<fs::DirEntry>| {
            !entry.is_ok_and(|entry| entry.file_name() == "lost+found")
        };
        if !path.join(LOCK_FILE).exists() && fs::read_dir(path)?.any(foreign) {
            bail!(
                "{path_text} contains files that are not a backup; choose an empty folder, or that of an earlier backup"
            );
        }
        let lock = File::options().create(true).truncate(false).write(true).open(path.join(LOCK_FILE))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderBusy(path_text.to_string()).into()),
            Err(TryLockError::Error(error)) => return Err(error).context("locking the folder"),
        }
        let previous = Manifest::find(path)?;
        let known = match previous.as_ref() {
            Some(previous) if list::is_intact(path, &previous.list)? => Some(path.join(&previous.list.name)),
            _ => None,
        };
        let files = Files::local(&path.join("files"))?;
        let folder = Self { path: path.to_owned(), files, previous, previous_list: known, _lock: lock };
        folder.remove_old_parts(folder.previous.as_ref())?;
        Ok(folder)
    }

    /// Returns an unused name for the parts of a backup.
    pub(super) fn unused_name(&self, now: Timestamp) -> String {
        let second = now.strftime("%Y%m%dT%H%M%SZ").to_string();
        let free = |stamp: &String| !self.path.join(format!("library-{stamp}.db")).exists();
        let later = (2..).map(|n| format!("{second}-{n}"));
        std::iter::once(second.clone()).chain(later).find(free).unwrap_or(second)
    }

    /// Removes parts of interrupted and earlier backups.
    pub(super) fn remove_old_parts(&self, keep: Option<&Manifest>) -> anyhow::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kept = keep.is_some_and(|keep| {
                name == keep.database.name || name == keep.list.name || keep.index.as_ref() == Some(&name)
            });
            if !kept && PART_PREFIXES.iter().any(|part| name.starts_with(part)) {
                remove_entry(&entry)?;
            }
        }
        Ok(())
    }

    /// Removes files of the file store that the new backup's list does not name, part by part.
    pub(super) async fn clear_files(
        &self,
        list: &BackupPart,
        parts: &[KeyPart],
        now: Timestamp,
    ) -> anyhow::Result<()> {
        for part in parts.iter().copied() {
            let list = [self.path.join(&list.name)];
            let keep = tokio::task::spawn_blocking(move || list::read_hashes(&list, part)).await??;
            for folder in LASTING_FOLDERS {
                let mut listed = self.files.list(folder);
                while let Some(file) = listed.try_next().await? {
                    if part.contains(&file.key) && !keep.contains_key(&file.key) {
                        self.files.delete(&file.key).await?;
                    }
                }
            }
        }
        self.files.clean_unfinished(now).await?;
        Ok(())
    }
}

/// Deletes an entry of a folder, with everything in it.
pub fn remove_entry(entry: &fs::DirEntry) -> anyhow::Result<()> {
    let path = entry.path();
    let removed =
        if entry.file_type()?.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    removed.with_context(|| format!("removing {}", path.display()))
}
