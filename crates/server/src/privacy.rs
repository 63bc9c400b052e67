//! Permissions and owners of files that the program writes, which other users of the machine cannot read.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use rustix::fs::{Access, Mode, access};
use rustix::process::geteuid;

/// Rights of the owner, of folders.
const OWNER_ONLY: u32 = 0o700;

/// Keeps all files and folders that are made from now on to the user of this process. Threads and programs
/// that it starts do the same, so this must run before they start.
pub fn restrict_new_files_to_owner() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Creates a folder and its missing parents, only for the user of this process.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(OWNER_ONLY).create(folder)
}

/// Returns true if other users of the machine may enter a folder. False if it does not exist.
pub fn is_open_to_others(folder: &Path) -> bool {
    folder.metadata().is_ok_and(|found| found.permissions().mode() & !OWNER_ONLY & 0o777 != 0)
}

/// Checks that this process may write to a folder or file, if it exists.
///
/// # Errors
/// It may not; the message names the owner.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let Ok(metadata) = path.metadata() else { return Ok(()) };
    access(path, Access::WRITE_OK).with_context(|| {
        let owner = metadata.uid();
        let user = geteuid().as_raw();
        format!("{} belongs to user {owner}, and this is user {user}, who cannot write to it", path.display())
    })
}

/// Refuses to write as root to a folder of another user.
///
/// # Errors
/// The process runs as root, and the folder belongs to another user.
pub fn refuse_root_in(folder: &Path) -> anyhow::Result<()> {
    let owner = folder.metadata().map_or(0, |metadata| metadata.uid());
    ensure!(
        owner == 0 || !geteuid().is_root(),
        "{} belongs to user {owner}, who cannot read what root writes there: run this command as that user, for \
         example with `sudo -u '#{owner}'`",
        folder.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{PermissionsExt as _, chown};

    use rustix::process::geteuid;

    use super::{check_writable, is_open_to_others, make_folder, refuse_root_in};

    /// A user who is not the one that runs the tests.
    const OTHER_USER: u32 = 65_534;

    #[test]
    fn a_folder_of_another_user_is_refused_by_name() {
        let dir = tempfile::tempdir().unwrap();
        for path in [dir.path(), dir.path().join("none").as_path()] {
            check_writable(path).unwrap();
            refuse_root_in(path).unwrap();
        }
        let error = if geteuid().is_root() {
            chown(dir.path(), Some(OTHER_USER), None).unwrap();
            refuse_root_in(dir.path()).unwrap_err()
        } else {
            set_permissions(dir.path(), Permissions::from_mode(0o500)).unwrap();
            check_writable(dir.path()).unwrap_err()
        };
        assert!(error.to_string().contains(&dir.path().display().to_string()), "{error}");
    }

    #[test]
    fn a_folder_is_for_its_owner() {
        let dir = tempfile::tempdir().unwrap();
        let (outer, inner) = (dir.path().join("a"), dir.path().join("a/b"));
        make_folder(&inner).unwrap();
        make_folder(&inner).unwrap();
        assert!(!is_open_to_others(&outer) && !is_open_to_others(&inner));
        for mode in [0o750, 0o705, 0o711] {
            set_permissions(&outer, Permissions::from_mode(mode)).unwrap();
            assert!(is_open_to_others(&outer), "{mode:o}");
        }
        assert!(!is_open_to_others(&dir.path().join("none")));
    }
}
