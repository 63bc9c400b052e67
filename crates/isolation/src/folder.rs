//! The folder of a worker process: the only place where it can write.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Prefix of the folders' names.
const PREFIX: &str = "openshelf-work-";
/// The subfolder that the worker process may use. The lock is outside of it.
const FILES: &str = "files";
/// The file that is locked while the folder is in use.
const LOCK: &str = "lock";
/// Its name until it is locked: a sweep must not find it unlocked and take the new folder for an abandoned
/// one.
const NEW_LOCK: &str = "lock.new";

/// A temporary folder, locked while in use, so that the folders of a killed process are recognized.
#[derive(Debug)]
pub(crate) struct Folder {
    // Dropped in this order: the folder is removed before the lock is released.
    place: TempDir,
    files: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes an empty folder.
    pub(crate) fn create() -> io::Result<Self> {
        let place = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let new = place.path().join(NEW_LOCK);
        let lock = File::create(&new)?;
        lock.try_lock().map_err(io::Error::from)?;
        fs::rename(new, place.path().join(LOCK))?;
        let files = place.path().join(FILES);
        fs::create_dir(&files)?;
        Ok(Self { place, files, _lock: lock })
    }

    /// Where files are exchanged.
    pub(crate) fn path(&self) -> &Path {
        &self.files
    }

    /// Removes all files in it.
    pub(crate) fn clear(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.files)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes the folder.
    pub(crate) fn remove(self) -> io::Result<()> {
        self.place.close()
    }
}

/// Removes the folders of killed processes; returns how many.
pub(crate) fn sweep() -> io::Result<usize> {
    let mut removed = 0;
    for entry in fs::read_dir(std::env::temp_dir())?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_abandoned(&entry.path()) {
            removed += usize::from(fs::remove_dir_all(entry.path()).is_ok());
        }
    }
    Ok(removed)
}

/// Whether no process holds the lock of a folder. One without a lock is being created.
fn is_abandoned(folder: &Path) -> bool {
    let Ok(lock) = File::open(folder.join(LOCK)) else { return false };
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_folder_is_cleared_and_removed() {
        let folder = Folder::create().unwrap();
        fs::write(folder.path().join("a"), "x").unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/c"), "x").unwrap();
        folder.clear().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let path = folder.path().to_owned();
        folder.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn only_abandoned_folders_are_swept() {
        let used = Folder::create().unwrap();
        let abandoned = tempfile::Builder::new().prefix(PREFIX).tempdir().unwrap().keep();
        fs::write(abandoned.join(LOCK), "").unwrap();
        let unfinished = tempfile::Builder::new().prefix(PREFIX).tempdir().unwrap();
        sweep().unwrap();
        assert!(used.path().exists() && !abandoned.exists() && unfinished.path().exists());
    }

    /// Every server and command sweeps when it starts, while others make folders.
    #[test]
    fn folders_are_made_while_others_sweep() {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    sweep().unwrap();
                }
            });
            let made = (0..200).try_for_each(|_| Folder::create()?.remove());
            done.store(true, Ordering::Relaxed);
            made.unwrap();
        });
    }
}
