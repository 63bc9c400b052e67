//! The files that the server exchanges with a worker process. The process may be under the control of an
//! attacker, so the server follows no link and opens nothing but plain files: each name is a single component
//! that is opened relative to the folder's descriptor, without following a link in its place.

use std::fs::File;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path};
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

/// Flags of every open file: no link is followed, a pipe does not block, and programs do not inherit it.
const SAFE_OPEN_FLAGS: OFlags =
    OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);
const FOLDER_OPEN_FLAGS: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The reason why a file of a worker process is not available.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It is a link, a pipe, a folder or something else that is not a file with a single name.
    #[error("{0}: not a plain file")]
    NotPlain(String),
    /// It is larger than the server accepts.
    #[error("{name}: {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Its name.
        name: String,
        /// Its size, bytes.
        size: u64,
        /// The limit, bytes.
        limit: u64,
    },
    /// It does not exist, or the disk fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Errno> for FileFault {
    fn from(error: Errno) -> Self {
        Self::Io(error.into())
    }
}

/// The files in the folder of a worker process. A clone shares the descriptor.
#[derive(Debug, Clone)]
pub struct WorkFiles(Arc<OwnedFd>);

impl WorkFiles {
    /// Opens a folder before a worker process uses it.
    ///
    /// # Errors
    /// It is not a folder.
    pub fn open_folder(path: &Path) -> io::Result<Self> {
        Ok(Self(Arc::new(rustix::fs::openat(CWD, path, FOLDER_OPEN_FLAGS, Mode::empty())?)))
    }

    /// Creates a file for writing. An existing entry of any kind is unlinked, and not written to.
    ///
    /// # Errors
    /// A folder has this name, or the disk fails.
    pub fn create_file(&self, name: &str) -> Result<File, FileFault> {
        let name = check_name(name)?;
        match rustix::fs::unlinkat(&self.0, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(Errno::ISDIR) => return Err(FileFault::NotPlain(name.to_owned())),
            Err(error) => return Err(error.into()),
        }
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | SAFE_OPEN_FLAGS;
        Ok(rustix::fs::openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR)?.into())
    }

    /// Opens a file for reading. Its size is at most `limit` bytes now; the process may still append to it.
    ///
    /// # Errors
    /// There is none of this name, it is not a plain file, or it is too large.
    pub fn open_file(&self, name: &str, limit: u64) -> Result<File, FileFault> {
        let name = check_name(name)?;
        // Opening a device has effects, so its type is checked before and, because another file may have
        // taken its place, afterward.
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        check_stat(name, &rustix::fs::statat(&self.0, name, flags)?, limit)?;
        let file = match rustix::fs::openat(&self.0, name, OFlags::RDONLY | SAFE_OPEN_FLAGS, Mode::empty()) {
            Err(Errno::LOOP | Errno::NXIO) => return Err(FileFault::NotPlain(name.to_owned())),
            opened => opened?,
        };
        check_stat(name, &rustix::fs::fstat(&file)?, limit)?;
        Ok(file.into())
    }

    /// Reads a whole file of at most `limit` bytes; `None` if there is none of this name.
    ///
    /// # Errors
    /// It is not a plain file, or it is too large.
    pub fn read_file(&self, name: &str, limit: u64) -> Result<Option<Vec<u8>>, FileFault> {
        let file = match self.open_file(name, limit) {
            Err(FileFault::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let mut bytes = Vec::new();
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        let size = bytes.len() as u64;
        if size > limit {
            return Err(FileFault::TooLarge { name: name.to_owned(), size, limit });
        }
        Ok(Some(bytes))
    }

    /// Moves a file of at most `limit` bytes to a path that no worker process can change; copies it if that
    /// is on another disk.
    ///
    /// # Errors
    /// There is none of this name, it is not a plain file, or it is too large: nothing is at the path then.
    pub fn move_file(&self, name: &str, to: &Path, limit: u64) -> Result<(), FileFault> {
        let file = self.open_file(name, limit)?;
        match rustix::fs::renameat(&self.0, check_name(name)?, CWD, to) {
            // A moved file may have taken the place of the one that was opened.
            Ok(()) => {
                let moved = rustix::fs::statat(CWD, to, AtFlags::SYMLINK_NOFOLLOW)?;
                check_stat(name, &moved, limit).inspect_err(|_| drop(std::fs::remove_file(to)))
            }
            Err(Errno::XDEV) => {
                std::io::copy(&mut file.take(limit), &mut File::create_new(to)?)?;
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Checks that a name is a single component, which cannot leave the folder.
fn check_name(name: &str) -> Result<&str, FileFault> {
    let mut parts = Path::new(name).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(part)), None) if part == name => Ok(name),
        _ => Err(FileFault::NotPlain(name.to_owned())),
    }
}

/// Checks that this is a regular file with one name and of at most this size.
fn check_stat(name: &str, stat: &Stat, limit: u64) -> Result<(), FileFault> {
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile || stat.st_nlink != 1 {
        return Err(FileFault::NotPlain(name.to_owned()));
    }
    let size = u64::try_from(stat.st_size).unwrap_or_default();
    if size > limit {
        return Err(FileFault::TooLarge { name: name.to_owned(), size, limit });
    }
    Ok(())
}

/// Removes everything in a folder whose worker process has ended. Folders in it are moved up before they are
/// emptied, because recursion would need a descriptor and stack for each level, of which there may be
/// thousands.
pub(crate) fn empty_folder(folder: &Path) -> io::Result<()> {
    let folder = rustix::fs::openat(CWD, folder, FOLDER_OPEN_FLAGS, Mode::empty())?;
    let mut moved = MovedFolders { prefix: RandomState::new().build_hasher().finish(), count: 0 };
    while remove_entries(folder.as_fd(), &mut moved)? {}
    Ok(())
}

/// Names of folders that were moved up: random, so that no file has them.
struct MovedFolders {
    prefix: u64,
    count: u64,
}

/// Removes the entries of a folder, and moves the folders in them up; returns whether there are any.
fn remove_entries(folder: BorrowedFd<'_>, moved: &mut MovedFolders) -> io::Result<bool> {
    let before = moved.count;
    for_each_entry(folder, |name| {
        match rustix::fs::unlinkat(folder, name, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => {}
            removed => return Ok(removed?),
        }
        let inner = open_inner(folder, name)?;
        for_each_entry(inner.as_fd(), |entry| match rustix::fs::unlinkat(&inner, entry, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => {
                moved.count += 1;
                let up = format!("{:x}-{}", moved.prefix, moved.count);
                // A folder that cannot be read cannot be moved either.
                drop(open_inner(inner.as_fd(), entry)?);
                Ok(rustix::fs::renameat(&inner, entry, folder, up)?)
            }
            removed => Ok(removed?),
        })?;
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR)?)
    })?;
    Ok(moved.count > before)
}

fn for_each_entry(
    folder: BorrowedFd<'_>,
    mut work: impl FnMut(&std::ffi::CStr) -> io::Result<()>,
) -> io::Result<()> {
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            work(entry.file_name())?;
        }
    }
    Ok(())
}

/// Opens a folder in a folder, also if its permissions were taken away.
fn open_inner(folder: BorrowedFd<'_>, name: &std::ffi::CStr) -> io::Result<OwnedFd> {
    rustix::fs::chmodat(folder, name, Mode::RWXU, AtFlags::empty())?;
    Ok(rustix::fs::openat(folder, name, FOLDER_OPEN_FLAGS, Mode::empty())?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::path::PathBuf;

    use rustix::fs::mknodat;

    use super::*;

    const SIZE_LIMIT: u64 = 1_000;

    /// A folder of a worker process, and a file elsewhere.
    struct WorkScene {
        home: tempfile::TempDir,
        files: WorkFiles,
    }

    impl WorkScene {
        fn new() -> Self {
            let home = tempfile::tempdir().unwrap();
            fs::create_dir(home.path().join("files")).unwrap();
            fs::write(home.path().join("secret"), "secret").unwrap();
            let files = WorkFiles::open_folder(&home.path().join("files")).unwrap();
            Self { home, files }
        }

        fn path_in_work(&self, name: &str) -> PathBuf {
            self.home.path().join("files").join(name)
        }

        fn secret_path(&self) -> PathBuf {
            self.home.path().join("secret")
        }

        /// Puts something other than a plain file under a name; false if this user may not create it.
        fn plant_entry(&self, kind: &str, name: &str) -> bool {
            let path = self.path_in_work(name);
            let node = |kind, device| mknodat(CWD, &path, kind, Mode::RWXU, device).is_ok();
            match kind {
                "symlink" => symlink(self.secret_path(), path).is_ok(),
                "hard link" => fs::hard_link(self.secret_path(), path).is_ok(),
                "pipe" => node(FileType::Fifo, 0),
                "device" => node(FileType::CharacterDevice, rustix::fs::makedev(1, 5)),
                "socket" => std::os::unix::net::UnixListener::bind(path).is_ok(),
                "folder" => fs::create_dir(path).is_ok(),
                _ => panic!("{kind}"),
            }
        }
    }

    const ENTRY_KINDS: [&str; 6] = ["symlink", "hard link", "pipe", "device", "socket", "folder"];

    #[test]
    fn only_plain_files_are_read_and_moved() {
        let scene = WorkScene::new();
        for kind in ENTRY_KINDS {
            if !scene.plant_entry(kind, kind) {
                eprintln!("SKIPPED: this user may not create a {kind}");
                continue;
            }
            let refused = [
                scene.files.open_file(kind, SIZE_LIMIT).map(drop),
                scene.files.read_file(kind, SIZE_LIMIT).map(drop),
                scene.files.move_file(kind, &scene.home.path().join("taken"), SIZE_LIMIT),
            ];
            for refused in refused {
                assert!(matches!(refused, Err(FileFault::NotPlain(_))), "{kind}: {refused:?}");
            }
            assert!(!scene.home.path().join("taken").exists(), "{kind}");
        }
    }

    #[test]
    fn writing_does_not_reach_what_has_the_name() {
        for kind in ENTRY_KINDS {
            let scene = WorkScene::new();
            if !scene.plant_entry(kind, "source") {
                continue;
            }
            let created = scene.files.create_file("source");
            if kind == "folder" {
                assert!(matches!(created, Err(FileFault::NotPlain(_))));
                continue;
            }
            io::Write::write_all(&mut created.unwrap(), b"upload").unwrap();
            assert_eq!(fs::read_to_string(scene.secret_path()).unwrap(), "secret", "{kind}");
            assert_eq!(scene.files.read_file("source", SIZE_LIMIT).unwrap().unwrap(), b"upload", "{kind}");
        }
    }

    #[test]
    fn a_file_is_written_read_and_moved() {
        let scene = WorkScene::new();
        io::Write::write_all(&mut scene.files.create_file("made").unwrap(), b"book").unwrap();
        assert_eq!(scene.files.read_file("made", 4).unwrap().unwrap(), b"book");
        assert!(matches!(
            scene.files.read_file("made", 3),
            Err(FileFault::TooLarge { size: 4, limit: 3, .. })
        ));
        assert!(matches!(scene.files.open_file("made", 3), Err(FileFault::TooLarge { .. })));
        assert_eq!(scene.files.read_file("nothing", SIZE_LIMIT).unwrap(), None);
        let taken = scene.home.path().join("taken");
        assert!(scene.files.move_file("made", &taken, 3).is_err());
        scene.files.move_file("made", &taken, SIZE_LIMIT).unwrap();
        assert_eq!(fs::read(taken).unwrap(), b"book");
        assert_eq!(scene.files.read_file("made", SIZE_LIMIT).unwrap(), None);
    }

    #[test]
    fn a_name_is_no_path() {
        let scene = WorkScene::new();
        for name in ["../secret", "/etc/passwd", "..", ".", "", "a/b", "a/"] {
            assert!(matches!(scene.files.read_file(name, SIZE_LIMIT), Err(FileFault::NotPlain(_))), "{name}");
            assert!(matches!(scene.files.create_file(name), Err(FileFault::NotPlain(_))), "{name}");
        }
    }

    #[test]
    fn folders_of_any_depth_are_removed() {
        const FOLDER_DEPTH: usize = 3_000;
        let scene = WorkScene::new();
        let top = rustix::fs::openat(CWD, scene.path_in_work(""), FOLDER_OPEN_FLAGS, Mode::empty()).unwrap();
        let mut folder = top.try_clone().unwrap();
        for _ in 0..FOLDER_DEPTH {
            rustix::fs::mkdirat(&folder, "deep", Mode::RWXU).unwrap();
            rustix::fs::mkdirat(&folder, "empty", Mode::empty()).unwrap();
            folder = rustix::fs::openat(&folder, "deep", FOLDER_OPEN_FLAGS, Mode::empty()).unwrap();
        }
        fs::write(scene.path_in_work("closed"), "x").unwrap();
        fs::set_permissions(scene.path_in_work("deep"), fs::Permissions::from_mode(0o0)).unwrap();
        symlink(scene.secret_path(), scene.path_in_work("link")).unwrap();
        empty_folder(&scene.path_in_work("")).unwrap();
        assert_eq!(fs::read_dir(scene.path_in_work("")).unwrap().count(), 0);
        assert_eq!(fs::read_to_string(scene.secret_path()).unwrap(), "secret");
    }
}
