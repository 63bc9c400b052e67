//! Temporary folders that are removed even if their process is killed, among them those of worker processes:
//! the only places where they can write.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::fs::OFlags;
use rustix::process::geteuid;
use tempfile::TempDir;

use crate::WorkFiles;
use crate::files::empty_folder;

const FOLDER_PREFIX: &str = "openshelf-work-";
/// The subfolder for files. The lock is outside of it.
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
    _temp_dir: TempDir,
    path: PathBuf,
    lock: File,
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
        Ok(Self { _temp_dir: temp_dir, path, lock })
    }

    /// The folder for files.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if nothing was removed from outside: systems remove temporary files that were not used
    /// for days, and then another user may make a folder with this name. None can while the lock file is in
    /// it.
    fn is_complete(&self) -> bool {
        self.lock.metadata().is_ok_and(|lock| lock.nlink() > 0) && self.path.is_dir()
    }
}

/// The folders of a pool's worker processes, in one scratch folder: they share its lock. A clone shares them.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkFolders(Arc<Mutex<Option<Arc<ScratchFolder>>>>);

impl WorkFolders {
    /// Makes an empty folder for one process.
    pub(crate) fn create(&self) -> io::Result<WorkFolder> {
        let scratch = self.open_scratch()?;
        let temp_dir = tempfile::tempdir_in(scratch.path())?;
        let files = WorkFiles::open_folder(temp_dir.path())?;
        Ok(WorkFolder { temp_dir, files, _scratch: scratch })
    }

    fn open_scratch(&self) -> io::Result<Arc<ScratchFolder>> {
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*shared {
            Some(scratch) if scratch.is_complete() => Ok(Arc::clone(scratch)),
            _ => Ok(Arc::clone(shared.insert(Arc::new(ScratchFolder::create()?)))),
        }
    }
}

/// The folder of a worker process.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    // Dropped in this order: the folder is removed before the one that it is in.
    temp_dir: TempDir,
    files: WorkFiles,
    _scratch: Arc<ScratchFolder>,
}

impl WorkFolder {
    /// The folder that the worker process works in.
    pub(crate) fn path(&self) -> &Path {
        self.temp_dir.path()
    }

    pub(crate) fn files(&self) -> &WorkFiles {
        &self.files
    }

    /// Removes the folder of a process that has ended.
    pub(crate) fn remove(self) -> io::Result<()> {
        empty_folder(self.path())?;
        self.temp_dir.close()
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
        let folders = WorkFolders::default();
        let (folder, other) = (folders.create().unwrap(), folders.create().unwrap());
        fs::write(folder.path().join("a"), "x").unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/c"), "x").unwrap();
        let path = folder.path().to_owned();
        folder.remove().unwrap();
        assert!(!path.exists() && other.path().exists());
        let shared = path.ancestors().nth(2).unwrap();
        drop((other, folders));
        assert!(!shared.exists());
    }

    #[test]
    fn a_removed_scratch_folder_is_made_again() {
        let folders = WorkFolders::default();
        let first = folders.create().unwrap();
        fs::remove_dir_all(first.path().ancestors().nth(2).unwrap()).unwrap();
        let second = folders.create().unwrap();
        fs::write(second.path().join("a"), "x").unwrap();
        drop(first);
        assert!(second.path().join("a").exists());
        let shared = second.path().ancestors().nth(2).unwrap();
        fs::remove_file(shared.join(LOCK_NAME)).unwrap();
        assert!(!folders.create().unwrap().path().starts_with(shared), "anybody may sweep it");
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
        let used = WorkFolders::default().create().unwrap();
        let scratch = ScratchFolder::create().unwrap();
        fs::write(scratch.path().join("a"), "x").unwrap();
        let abandoned = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir().unwrap().keep();
        fs::write(abandoned.join(LOCK_NAME), "").unwrap();
        let unfinished = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir().unwrap();
        remove_abandoned_folders().unwrap();
        // Another process may be sweeping, and holds the lock then.
        while abandoned.exists() {
            std::thread::yield_now();
        }
        assert!(used.path().exists() && unfinished.path().exists());
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
            let made = (0..200).try_for_each(|_| WorkFolders::default().create()?.remove());
            done.store(true, Ordering::Relaxed);
            made.unwrap();
        });
    }
}
