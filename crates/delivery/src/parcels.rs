//! Unpacking zip files of suppliers, for the catalog.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use conversion::{Bench, Limits, Parcel, SOURCE, Steps, Unpack, unpacked};
use tempfile::TempDir;
use tokio::fs::File;
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::sync::watch;

use crate::delivery::Delivery;
use crate::error::Result;

/// Time limit of unpacking one file.
const UNPACKING: Duration = Duration::from_hours(2);

/// Part of a zip file that is copied between two checks whether to stop, bytes.
const CHUNK: usize = 1 << 20;

impl Delivery {
    /// Unpacks a zip file in a worker process: the files with these extensions, in lower case, are put into
    /// `folder`. `None` if the file is a DAISY book itself. `steps` receives the number of bytes unpacked,
    /// and of all. Dropping the future ends the process.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or holds more than is allowed.
    pub async fn open_parcel(
        &self,
        path: &Path,
        wanted: BTreeSet<String>,
        folder: TempDir,
        steps: &watch::Sender<Steps>,
    ) -> Result<Option<TempDir>> {
        let _place = self.place(&self.inner().reading).await?;
        let mut bench = self.workshop().bench().await?;
        let size = copy(path, &bench.path(SOURCE)).await?;
        let limits = Limits::unpacking(size, UNPACKING);
        let names = match bench.run_watched(Unpack { wanted }, limits, 0, steps).await? {
            Parcel::Book => return Ok(None),
            Parcel::Files(names) => names,
        };
        let moved: Vec<(PathBuf, PathBuf)> = places(&bench, names, folder.path()).collect();
        // The thread has the folder: it is not deleted while files still come.
        let moving =
            tokio::task::spawn_blocking(move || moved.iter().try_for_each(move_file).map(|()| folder));
        Ok(Some(moving.await.map_err(io::Error::other)??))
    }
}

/// Copies a file; returns its size. Unlike `tokio::fs::copy`, it ends when it is dropped.
async fn copy(from: &Path, to: &Path) -> io::Result<u64> {
    let mut from = BufReader::with_capacity(CHUNK, File::open(from).await?);
    let mut to = File::create(to).await?;
    let size = tokio::io::copy_buf(&mut from, &mut to).await?;
    to.flush().await?;
    Ok(size)
}

/// Where each unpacked file is, and where it goes. The process that unpacked it is not trusted with the
/// latter.
fn places(bench: &Bench, names: Vec<String>, folder: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
    names.into_iter().enumerate().filter_map(move |(n, name)| {
        let name = Path::new(&name);
        let stays_inside = name.components().all(|part| matches!(part, Component::Normal(_)));
        (stays_inside && name.file_name().is_some()).then(|| (bench.path(&unpacked(n)), folder.join(name)))
    })
}

fn move_file((from, to): &(PathBuf, PathBuf)) -> io::Result<()> {
    // A link could lead to any file of this machine.
    if !std::fs::symlink_metadata(from)?.is_file() {
        return Err(io::Error::other("what was unpacked is no file"));
    }
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent)?;
    }
    // The folder of the task may be on another disk.
    std::fs::rename(from, to).or_else(|_| std::fs::copy(from, to).map(drop))
}
