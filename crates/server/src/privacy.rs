//! Permissions of files that the program writes: nobody else on the machine can read them.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::Mode;

/// Rights of the owner, of folders.
const OWNER_ONLY: u32 = 0o700;

/// Keeps all files and folders that are made from now on to the user of this process. Threads and programs
/// that it starts do the same, so this must run before they start.
pub fn keep_to_owner() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Makes a folder, and those above it, for the user of this process alone.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(OWNER_ONLY).create(folder)
}

/// Returns true if other users of the machine may enter a folder. No if there is none.
pub fn is_open_to_others(folder: &Path) -> bool {
    folder.metadata().is_ok_and(|found| found.permissions().mode() & !OWNER_ONLY & 0o777 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::{is_open_to_others, make_folder};

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
