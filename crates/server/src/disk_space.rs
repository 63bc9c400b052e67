//! Free space of the file systems that a library writes to.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use domain::upkeep::{DiskSpace, MIN_FREE_BYTES};
use rustix::fs::statvfs;

/// A folder, and the space that it needs in addition to [`MIN_FREE_BYTES`].
#[derive(Debug)]
pub struct SpaceNeed {
    pub folder: PathBuf,
    pub further_bytes: u64,
}

/// Describes the free space of folders; an error names those that have too little. Folders that do not exist
/// are left out.
pub fn check_space(needs: &[SpaceNeed]) -> Result<String, String> {
    let (mut all, mut low) = (String::new(), String::new());
    for SpaceNeed { folder, further_bytes } in needs {
        let Some(DiskSpace { free, .. }) = read_space(folder) else { continue };
        let is_low = free < MIN_FREE_BYTES.saturating_add(*further_bytes);
        let list = if is_low { &mut low } else { &mut all };
        let comma = if list.is_empty() { "" } else { ", " };
        let _ = write!(list, "{comma}{} MiB in {}", free >> 20, folder.display());
    }
    if low.is_empty() { Ok(all) } else { Err(low) }
}

/// Space of the disk that a folder is on, free for this user. `None` if the folder does not exist.
pub fn read_space(folder: &Path) -> Option<DiskSpace> {
    let disk = statvfs(folder).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
    Some(DiskSpace { free: bytes(disk.f_bavail), total: bytes(disk.f_blocks) })
}

#[cfg(test)]
mod tests {
    use super::{SpaceNeed, check_space, read_space};

    #[test]
    fn a_folder_with_too_little_space_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read_space(folder.path()).is_some());
        let need = |name: &str, further_bytes| SpaceNeed { folder: folder.path().join(name), further_bytes };
        let low = check_space(&[need("", u64::MAX), need("missing", u64::MAX)]).unwrap_err();
        assert!(low.contains(&folder.path().display().to_string()) && !low.contains("missing"), "{low}");
        assert_eq!(check_space(&[need("missing", u64::MAX)]), Ok(String::new()));
    }
}
