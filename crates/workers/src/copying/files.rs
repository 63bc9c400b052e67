//! Files of a library's folders and stores.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use delivery::Files;
use delivery::keys::{ERASURES, EXPIRING_FOLDERS, LASTING_FOLDERS};
use futures_util::TryStreamExt as _;

/// Every folder of a file store that records of the database refer to.
fn referenced_folders() -> impl Iterator<Item = &'static str> {
    LASTING_FOLDERS.into_iter().chain(EXPIRING_FOLDERS)
}

/// Every folder of a file store that a move copies, including the journal of erasures.
pub(crate) fn folders_to_move() -> impl Iterator<Item = &'static str> {
    referenced_folders().chain([ERASURES])
}

/// Refuses a file store that contains files. `name` is the name of the store for people.
pub(crate) async fn check_empty(files: &Files, name: &str) -> anyhow::Result<()> {
    for folder in referenced_folders() {
        if let Some(file) = files.list(folder).try_next().await.context("reading the target")? {
            bail!("{name} is not empty: it contains {}", file.key);
        }
    }
    Ok(())
}

pub(crate) fn write_atomically(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let fresh = folder.join(format!("{name}.new"));
    let written = File::create(&fresh)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&fresh, folder.join(name)))
        .and_then(|()| File::open(folder)?.sync_all());
    written.with_context(|| format!("writing {}", folder.join(name).display()))
}
