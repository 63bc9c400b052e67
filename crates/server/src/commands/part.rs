//! Files that appear under their names only when they are whole.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A file that is being written beside the place where it will be; gone when it is dropped before it is kept.
#[derive(Debug)]
pub struct Part {
    half: PathBuf,
    target: PathBuf,
}

impl Part {
    /// Begins the file that will be `target`.
    pub fn create(target: &Path) -> anyhow::Result<(Self, File)> {
        let mut half = target.to_owned().into_os_string();
        half.push(".part");
        let half = PathBuf::from(half);
        let file = File::create(&half).with_context(|| format!("writing {}", target.display()))?;
        Ok((Self { half, target: target.to_owned() }, file))
    }

    /// It is whole: gives it its name, once all of it is on disk. How many bytes it has.
    pub fn keep(self, file: &File) -> anyhow::Result<u64> {
        let keep = || {
            file.sync_all()?;
            std::fs::rename(&self.half, &self.target)?;
            Ok::<u64, std::io::Error>(file.metadata()?.len())
        };
        keep().with_context(|| format!("writing {}", self.target.display()))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // What is half made is of no use to anybody; what was kept is no longer there.
        let _ = std::fs::remove_file(&self.half);
    }
}
