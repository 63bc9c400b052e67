//! Files that appear under their names only when they are complete.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Limit of chained links, equal to the system's.
const MAX_CHAINED_LINKS: usize = 40;

/// A file that is written next to its final path, and removed if it is dropped before
/// [`PartialFile::complete_file`]. A target that is not a file, such as `/dev/stdout` or a named pipe, cannot
/// be replaced and is written to directly.
#[derive(Debug)]
pub struct PartialFile {
    /// `None` if the target itself is written to.
    partial_path: Option<PathBuf>,
    target: PathBuf,
}

impl PartialFile {
    /// Begins the file that will be `target`, or that `target` links to.
    pub fn create(target: &Path) -> anyhow::Result<(Self, File)> {
        Self::begin(target).with_context(|| format!("writing {}", target.display()))
    }

    fn begin(target: &Path) -> io::Result<(Self, File)> {
        // Links such as `/dev/stdout` have no target that can be opened by name.
        if std::fs::metadata(target).is_ok_and(|meta| !meta.is_file()) {
            let file = File::options().write(true).open(target)?;
            return Ok((Self { partial_path: None, target: target.to_owned() }, file));
        }
        let target = resolve_links(target)?;
        let mut half = target.clone().into_os_string();
        half.push(".part");
        let half = PathBuf::from(half);
        let file = File::create(&half)?;
        Ok((Self { partial_path: Some(half), target }, file))
    }

    /// Completes the file: gives it its name after flushing it to disk. Returns its size in bytes.
    pub fn complete_file(self, file: &File) -> anyhow::Result<u64> {
        let keep = || {
            if let Some(half) = &self.partial_path {
                file.sync_all()?;
                std::fs::rename(half, &self.target)?;
            }
            Ok::<u64, io::Error>(file.metadata()?.len())
        };
        keep().with_context(|| format!("writing {}", self.target.display()))
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if let Some(half) = &self.partial_path {
            // A partial file is useless; a complete one has its own name.
            let _ = std::fs::remove_file(half);
        }
    }
}

/// Resolves a path, even if the target does not exist.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_CHAINED_LINKS {
        match std::fs::read_link(&path) {
            // A link is relative to its own folder.
            Ok(next) => path = path.parent().map_or(next.clone(), |folder| folder.join(next)),
            // Not a link, or missing.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::NotFound) => {
                return Ok(path);
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    use std::path::Path;

    use super::PartialFile;

    fn write_file(target: &Path, text: &str) -> anyhow::Result<()> {
        let (part, mut file) = PartialFile::create(target)?;
        file.write_all(text.as_bytes())?;
        part.complete_file(&file)?;
        Ok(())
    }

    #[test]
    fn a_file_is_replaced_when_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.csv");
        write_file(&target, "old").unwrap();
        let (part, mut file) = PartialFile::create(&target).unwrap();
        file.write_all(b"half").unwrap();
        drop(part);
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        write_file(&target, "new").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left next to it");
    }

    #[test]
    fn links_stay_and_their_target_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real.csv"), folder.path().join("link.csv"));
        fs::create_dir(folder.path().join("inner")).unwrap();
        let far = folder.path().join("inner/far.csv");
        symlink("real.csv", &link).unwrap();
        symlink("../link.csv", &far).unwrap();
        for text in ["there is none yet", "there is one"] {
            write_file(&far, text).unwrap();
            assert_eq!(fs::read_to_string(&real).unwrap(), text);
            assert!(link.is_symlink() && far.is_symlink());
        }
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(PartialFile::create(&circle).is_err());
    }

    #[test]
    fn a_device_stays_a_device() {
        let folder = tempfile::tempdir().unwrap();
        assert!(PartialFile::create(folder.path()).is_err(), "a folder");
        let null = folder.path().join("null");
        symlink("/dev/null", &null).unwrap();
        write_file(&null, "gone").unwrap();
        assert!(write_file(Path::new("/dev/full"), "too much").is_err());
        for device in [null.as_path(), Path::new("/dev/full")] {
            assert!(fs::metadata(device).unwrap().file_type().is_char_device());
        }
    }
}
