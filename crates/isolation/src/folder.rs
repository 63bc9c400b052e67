//! Temporary folders that are removed even if their process is killed, among them that of a worker process:
//! the only place where it can write.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::process::geteuid;
use tempfile::TempDir;

use crate::WorkFiles;
use crate::files::empty_folder;

const FOLDER_PREFIX: &str = "openshelf-work-";
/// The subfolder that the worker process may use. The lock is outside of it.
const FILES_NAME: &str = "files";
/// The file that is locked while the folder is in use.
const LOCK_NAME: &str = "lock";
/// The name of the lock file until it is locked: a sweep must not find it unlocked and take the new folder
/// for an abandoned one.
const NEW_LOCK_NAME: &str = "lock.new";

/// A temporary folder, locked while in use, so that the folders of a killed process are recognized. It is
/// removed with its files when it is dropped; what a killed process leaves is removed when the next
/// [`ProcessPool`](crate::ProcessPool) is made.
#[derive(Debug)]
pub struct ScratchFolder {
    // Dropped in this order: the folder is removed before the lock is released.
    temp_dir: TempDir,
    path: PathBuf,
    _lock: File,
}

impl ScratchFolder {
    /// Makes an empty folder.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create() -> io::Result<Self> {
        let temp_dir = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir()?;
        let new = temp_dir.path().join(NEW_LOCK_NAME);
        let lock = File::create(&new)?;
        lock.try_lock().map_err(io::Error::from)?;
        fs::rename(new, temp_dir.path().join(LOCK_NAME))?;
        let path = temp_dir.path().join(FILES_NAME);
        fs::create_dir(&path)?;
        Ok(Self { temp_dir, path, _lock: lock })
    }

    /// The folder for files.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The folder of a worker process.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    scratch: ScratchFolder,
    files: WorkFiles,
}

impl WorkFolder {
    /// Makes an empty folder.
    pub(crate) fn create() -> io::Result<Self> {
        let scratch = ScratchFolder::create()?;
        let files = WorkFiles::open_folder(scratch.path())?;
        Ok(Self { scratch, files })
    }

    /// The folder that the worker process works in.
    pub(crate) fn path(&self) -> &Path {
        self.scratch.path()
    }

    pub(crate) fn files(&self) -> &WorkFiles {
        &self.files
    }

    /// Removes the folder of a process that has ended.
    pub(crate) fn remove(self) -> io::Result<()> {
        empty_folder(self.path())?;
        self.scratch.temp_dir.close()
    }
}

/// Removes the folders of killed processes; returns how many.
pub(crate) fn remove_abandoned_folders() -> io::Result<usize> {
    let mut removed = 0;
    for entry in fs::read_dir(std::env::temp_dir())?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(FOLDER_PREFIX) && is_abandoned(&entry.path()) {
            removed += usize::from(remove_folder(&entry.path()).is_ok());
        }
    }
    Ok(removed)
}

/// Returns true if a folder is this user's and no process holds its lock. One without a lock is being
/// created. Other users may put anything under such a name.
fn is_abandoned(folder: &Path) -> bool {
    let is_own = |data: fs::Metadata| data.is_dir() && data.uid() == geteuid().as_raw();
    if !fs::symlink_metadata(folder).is_ok_and(is_own) {
        return false;
    }
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut options = File::options();
    options.read(true).custom_flags(flags.bits().cast_signed());
    let Ok(lock) = options.open(folder.join(LOCK_NAME)) else { return false };
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}

fn remove_folder(folder: &Path) -> io::Result<()> {
    empty_folder(&folder.join(FILES_NAME)).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })?;
    fs::remove_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_folder_is_removed_with_its_files() {
        let folder = WorkFolder::create().unwrap();
        fs::write(folder.path().join("a"), "x").unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/c"), "x").unwrap();
        let path = folder.path().to_owned();
        folder.remove().unwrap();
        assert!(!path.exists() && !path.parent().unwrap().exists());
    }

    #[test]
    fn a_pipe_in_place_of_a_lock_does_not_stop_a_sweep() {
        let planted = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir().unwrap();
        let pipe = planted.path().join(LOCK_NAME);
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0)
            .unwrap();
        remove_abandoned_folders().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join(LOCK_NAME), "").unwrap();
        let link = std::env::temp_dir().join(format!("{FOLDER_PREFIX}{}", std::process::id()));
        std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
        remove_abandoned_folders().unwrap();
        assert!(elsewhere.path().join(LOCK_NAME).exists());
        fs::remove_file(link).unwrap();
    }

    #[test]
    fn only_abandoned_folders_are_swept() {
        let used = WorkFolder::create().unwrap();
        let scratch = ScratchFolder::create().unwrap();
        fs::write(scratch.path().join("a"), "x").unwrap();
        let abandoned = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir().unwrap().keep();
        fs::write(abandoned.join(LOCK_NAME), "").unwrap();
        let unfinished = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir().unwrap();
        remove_abandoned_folders().unwrap();
        assert!(used.path().exists() && !abandoned.exists() && unfinished.path().exists());
        let path = scratch.path().to_owned();
        assert!(path.join("a").exists());
        drop(scratch);
        assert!(!path.parent().unwrap().exists());
    }

    /// Every server and command sweeps when it starts, while others make folders.
    #[test]
    fn folders_are_made_while_others_sweep() {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    remove_abandoned_folders().unwrap();
                }
            });
            let made = (0..200).try_for_each(|_| WorkFolder::create()?.remove());
            done.store(true, Ordering::Relaxed);
            made.unwrap();
        });
    }
}
