//! The folder in which a backup is rehearsed. It is always deleted at the end; one that a kill has
//! left is deleted by the next rehearsal.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::config::{Config, Database, Files, Mail};
use crate::privacy;

const FOLDER_NAME: &str = "openshelf-rehearsal";
/// A file in it, locked during a rehearsal; its presence marks a folder that may be deleted.
const LOCK_FILE: &str = "rehearsal.lock";

/// A scratch folder, deleted when the value is dropped.
pub(super) struct ScratchFolder {
    path: PathBuf,
    _lock: File,
}

impl ScratchFolder {
    /// Creates the folder in another one, and removes what a killed rehearsal has left there.
    pub(super) fn create(parent: &Path) -> anyhow::Result<Self> {
        let parent = std::path::absolute(parent).with_context(|| format!("the path {}", parent.display()))?;
        let path = parent.join(FOLDER_NAME);
        let shown = path.display().to_string();
        if path.exists() && !path.join(LOCK_FILE).exists() && fs::read_dir(&path)?.next().is_some() {
            bail!("{shown} contains files that are not of a rehearsal");
        }
        privacy::make_folder(&path).with_context(|| format!("creating {shown}"))?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join(LOCK_FILE))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another rehearsal is in progress in {shown}"),
            Err(TryLockError::Error(error)) => return Err(error).context("locking the folder"),
        }
        for entry in fs::read_dir(&path)? {
            let entry = entry?;
            if entry.file_name() == LOCK_FILE {
                continue;
            }
            let removed = if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
            removed.with_context(|| format!("removing {}", entry.path().display()))?;
        }
        Ok(Self { path, _lock: lock })
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

    pub(super) fn remove(self) -> anyhow::Result<()> {
        fs::remove_dir_all(&self.path).with_context(|| format!("removing {}", self.path.display()))
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Usually deleted already; otherwise an earlier error is being reported.
        let _ = fs::remove_dir_all(&self.path);
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
        assert!(ScratchFolder::create(parent.path()).is_err());
        fs::write(folder.join(LOCK_FILE), "").unwrap();
        let scratch = ScratchFolder::create(parent.path()).unwrap();
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1, "only the lock");
        assert!(ScratchFolder::create(parent.path()).is_err(), "it is in use");
    }

    #[test]
    fn nothing_is_left() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = ScratchFolder::create(parent.path()).unwrap();
        fs::write(scratch.path().join("library.db"), "x").unwrap();
        scratch.remove().unwrap();
        drop(ScratchFolder::create(parent.path()).unwrap());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
