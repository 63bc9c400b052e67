//! Unpacking zip files of suppliers, for the catalog.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use conversion::{Bench, Limits, Parcel, SOURCE, Unpack, unpacked};

use crate::delivery::Delivery;
use crate::error::Result;

/// Time limit of unpacking one file.
const UNPACKING: Duration = Duration::from_hours(2);

impl Delivery {
    /// Unpacks a zip file in a worker process: the files with these extensions, in lower case, are put into
    /// `folder`, which exists. Returns whether the file is a DAISY book itself; then nothing is put there.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or holds more than is allowed.
    pub async fn open_parcel(&self, path: &Path, wanted: BTreeSet<String>, folder: &Path) -> Result<bool> {
        let _place = self.place(&self.inner().reading).await?;
        let mut bench = self.workshop().bench().await?;
        let size = tokio::fs::copy(path, bench.path(SOURCE)).await?;
        let names = match bench.run(Unpack { wanted }, Limits::unpacking(size, UNPACKING), 0).await? {
            Parcel::Book => return Ok(true),
            Parcel::Files(names) => names,
        };
        let moved: Vec<(PathBuf, PathBuf)> = places(&bench, names, folder).collect();
        let moving = tokio::task::spawn_blocking(move || moved.iter().try_for_each(move_file));
        moving.await.map_err(io::Error::other)??;
        Ok(false)
    }
}

/// Where each unpacked file is, and where it goes. The process that unpacked it is not trusted with the latter.
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
