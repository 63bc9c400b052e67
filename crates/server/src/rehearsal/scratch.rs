//! The folder in which a backup is rehearsed. It is always deleted at the end; the next rehearsal
//! deletes one that a killed rehearsal has left.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::workers::backup::remove_entry;
use anyhow::{Context as _, bail};

use crate::config::{Config, Database, Files, Mail};
use crate::privacy;

const FOLDER_NAME: &str = "openshelf-rehearsal";
/// A file in it, locked during a rehearsal; its presence marks a folder that may be deleted.
const LOCK_FILE: &str = "rehearsal.lock";
/// Delay before the folder is deleted again into which stopped work has written meanwhile.
const LATE_WRITE_DELAY: Duration = Duration::from_millis(200);
const MAX_LATE_WRITES: u32 = 25;

/// A scratch folder, deleted when the value is dropped.
pub(super) struct ScratchFolder {
    path: PathBuf,
    /// `None` once the folder itself is being deleted.
    lock: Option<File>,
}

impl ScratchFolder {
    /// Creates the folder in another one, and removes what a killed rehearsal has left there.
    pub(super) fn create(parent: &Path) -> anyhow::Result<Self> {
        let parent = std::path::absolute(parent).with_context(|| format!("the path {}", parent.display()))?;
        let path = parent.join(FOLDER_NAME);
        let shown = path.display().to_string();
        // Work that was stopped may have made folders again after they were deleted.
        if path.exists() && !path.join(LOCK_FILE).exists() && contains_files(&path)? {
            bail!("{shown} contains files that are not of a rehearsal");
        }
        privacy::make_folder(&path).with_context(|| format!("creating {shown}"))?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join(LOCK_FILE))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another rehearsal is in progress in {shown}"),
            Err(TryLockError::Error(error)) => return Err(error).context("locking the folder"),
        }
        clear_folder(&path)?;
        Ok(Self { path, lock: Some(lock) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The configuration of a library in the folder, which sends no mail.
    pub(super) fn library_config(&self, config: &Config) -> Config {
        Config {
            data_dir: self.path.clone(),
            database_url: None,
            database: Database { migrate: Some(true), full_sync: false, ..config.database.clone() },
            files: Files::default(),
            mail: Mail::default(),
            sandbox: false,
            ..config.clone()
        }
    }

    /// Deletes the folder, even if threads of stopped work are still writing into it.
    pub(super) async fn remove(mut self) -> anyhow::Result<()> {
        for _ in 0..MAX_LATE_WRITES {
            match self.delete() {
                Err(error) if is_not_empty(&error) => tokio::time::sleep(LATE_WRITE_DELAY).await,
                deleted => return deleted,
            }
        }
        self.delete()
    }

    fn delete(&mut self) -> anyhow::Result<()> {
        clear_folder(&self.path)?;
        // Network file systems keep a deleted file in its folder while it is open.
        self.lock = None;
        fs::remove_dir_all(&self.path).with_context(|| format!("removing {}", self.path.display()))
    }
}

/// Deletes everything in the folder but the lock.
fn clear_folder(folder: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != LOCK_FILE {
            remove_entry(&entry)?;
        }
    }
    Ok(())
}

fn is_not_empty(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::DirectoryNotEmpty)
}

/// Returns true if there are files in a folder or in the folders below it.
fn contains_files(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() || contains_files(&entry.path())? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // An earlier error is being reported.
            let _ = self.delete();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{FOLDER_NAME, LOCK_FILE, ScratchFolder};

    #[test]
    fn remains_of_a_killed_rehearsal_are_deleted_and_other_files_are_not() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join(FOLDER_NAME);
        fs::create_dir_all(folder.join("files/sources")).unwrap();
        drop(ScratchFolder::create(parent.path()).expect("folders without files are of a stopped rehearsal"));
        fs::create_dir_all(folder.join("files/sources")).unwrap();
        fs::write(folder.join("files/sources/a.epub"), "").unwrap();
        assert!(ScratchFolder::create(parent.path()).is_err());
        fs::write(folder.join(LOCK_FILE), "").unwrap();
        let scratch = ScratchFolder::create(parent.path()).unwrap();
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1, "only the lock");
        assert!(ScratchFolder::create(parent.path()).is_err(), "it is in use");
    }

    #[tokio::test]
    async fn nothing_is_left() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = ScratchFolder::create(parent.path()).unwrap();
        fs::write(scratch.path().join("library.db"), "x").unwrap();
        scratch.remove().await.unwrap();
        drop(ScratchFolder::create(parent.path()).unwrap());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
