//! Unpacks zip files of suppliers, for the catalog.

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use conversion::{Limits, SOURCE_NAME, Steps, TaskBench, UnpackZip, ZipContent, unpacked_name};
use domain::intake::{MAX_FILE_NAME_BYTES, clean_file_name};
use tempfile::TempDir;
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncWriteExt as _, BufReader};
use tokio::sync::watch;

use crate::{Delivery, Result};

const UNPACK_TIMEOUT: Duration = Duration::from_hours(2);

/// Bytes of a zip file that are copied between two checks for cancellation.
const BYTES_PER_CHECK: usize = 1 << 20;

/// Maximum length of a path in a zip file, in bytes: systems allow 4,096 for a path with all its folders.
const MAX_PATH_BYTES: usize = 2048;

/// The unpacked files of a zip file.
#[derive(Debug)]
pub struct UnpackedParcel {
    /// Deleted on drop.
    pub folder: TempDir,
    /// The size of all files, bytes.
    pub size: u64,
}

impl Delivery {
    /// Unpacks a zip file in a worker process: the files with the wanted extensions are put into `folder`.
    /// `None` if the file is a DAISY book itself. `steps` receives the number of bytes unpacked, and of all.
    /// Dropping the future ends the process.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or holds more than is allowed.
    pub async fn open_parcel(
        &self,
        path: &Path,
        order: UnpackZip,
        folder: TempDir,
        steps: &watch::Sender<Steps>,
    ) -> Result<Option<UnpackedParcel>> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = copy_to_bench(path, &bench).await?;
        let limits = Limits::for_unpacking(size, UNPACK_TIMEOUT);
        let names = match bench.run_watched(order, limits, 0, steps).await? {
            ZipContent::Book => return Ok(None),
            ZipContent::Files(names) => names,
        };
        let mut unpacked_size = 0;
        // The process that unpacked the files is not trusted with their paths, nor with their sizes.
        for (n, name) in names.iter().enumerate().filter(|(_, name)| stays_inside(Path::new(name))) {
            let to = folder.path().join(shorten_path(n, name));
            if let Some(parent) = to.parent() {
                tokio::fs::create_dir_all(parent).await?;
            }
            bench.move_output(&unpacked_name(n), &to).await?;
            unpacked_size += tokio::fs::metadata(&to).await?.len();
        }
        Ok(Some(UnpackedParcel { folder, size: unpacked_size }))
    }
}

/// Returns true if a relative path leads to a file below its beginning.
fn stays_inside(path: &Path) -> bool {
    path.file_name().is_some() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// The path below a folder for the n-th file of a zip file: its own, unless file systems allow no names of
/// that length. Other systems count characters, so that names in many scripts are two or three times as long
/// here.
fn shorten_path(n: usize, name: &str) -> PathBuf {
    let is_long = |part: Component<'_>| part.as_os_str().len() > MAX_FILE_NAME_BYTES;
    if name.len() <= MAX_PATH_BYTES && !Path::new(name).components().any(is_long) {
        return PathBuf::from(name);
    }
    Path::new(&format!("shortened-{n}")).join(clean_file_name(name))
}

/// Copies a file to a task as its source; returns its size. Unlike `tokio::fs::copy`, it ends when it is
/// dropped.
pub(crate) async fn copy_to_bench(from: &Path, bench: &TaskBench) -> Result<u64> {
    copy_stream_to_bench(File::open(from).await?, bench).await
}

/// Copies the rest of a stream to a task as its source; returns its size.
pub(crate) async fn copy_stream_to_bench(from: impl AsyncRead + Unpin, bench: &TaskBench) -> Result<u64> {
    let mut from = BufReader::with_capacity(BYTES_PER_CHECK, from);
    let mut to = bench.create_input(SOURCE_NAME).await?;
    let size = tokio::io::copy_buf(&mut from, &mut to).await?;
    to.flush().await?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::shorten_path;

    #[test]
    fn long_names_from_zip_files_are_shortened_to_what_file_systems_allow() {
        assert_eq!(shorten_path(1, "books/sea.epub"), Path::new("books/sea.epub"));
        let long = format!("books/{}.epub", "море".repeat(50));
        let deep = format!("{}sea.epub", "folder/".repeat(400));
        let wide = format!("{}/sea.epub", "x".repeat(300));
        for (name, ending) in [(&long, "е.epub"), (&deep, "/sea.epub"), (&wide, "/sea.epub")] {
            let path = shorten_path(7, name);
            assert!(path.starts_with("shortened-7") && path.components().count() == 2, "{path:?}");
            assert!(path.as_os_str().len() < 255 && path.to_string_lossy().ends_with(ending), "{path:?}");
            assert_ne!(path, shorten_path(8, name));
        }
    }
}
