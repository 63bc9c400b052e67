//! Restores the files that the list of a backup names.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use delivery::{Files, Key};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::super::list::{self, BackupEntry, BackupFile};
use super::super::{BackupProgress, BackupStep};
use super::{Restoration, TargetFiles, remove_dir};

const CONCURRENT_COPIES: usize = 4;

impl Restoration<'_> {
    /// Copies the files that the list names, and the index to `index`. Returns false if it was stopped.
    pub(super) async fn restore_files(
        &self,
        index: &Path,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<bool> {
        remove_dir(index)?;
        let backup = self.backup;
        let manifest = &self.manifest;
        if !list::is_intact(backup, &manifest.list)? {
            bail!("{} is damaged or missing: it does not match the manifest", manifest.list.name);
        }
        let kept = Files::local(&backup.join("files"))?;
        let kept = &kept;
        let lines = stream::iter(list::read_list(&backup.join(&manifest.list.name))?);
        let work = lines.map(|file| async move {
            let file = file?;
            match &file.entry {
                BackupEntry::File(key) => {
                    self.restore_stored_file(kept, key, &file)
                        .await
                        .with_context(|| format!("restoring {key}"))?;
                    anyhow::Ok(true)
                }
                BackupEntry::Other(path) => {
                    let inside = manifest.index.as_ref().and_then(|folder| path.strip_prefix(folder).ok());
                    if let Some(inside) = inside {
                        restore_index_file(backup.join(path), index.join(inside), file.clone()).await?;
                    }
                    Ok(false)
                }
            }
        });
        let mut running = std::pin::pin!(work.buffer_unordered(CONCURRENT_COPIES));
        let mut done = 0;
        let total = manifest.files;
        on_progress(BackupProgress { step: BackupStep::Files, done, total });
        loop {
            let copied = tokio::select! {
                biased;
                () = self.stop.cancelled() => return Ok(false),
                copied = running.try_next() => copied?,
            };
            let Some(counts) = copied else { break };
            done += u64::from(counts);
            on_progress(BackupProgress { step: BackupStep::Files, done, total });
        }
        if done != total {
            bail!("the list names {done} files, and the manifest {total}");
        }
        Ok(true)
    }

    async fn restore_stored_file(
        &self,
        backup_files: &Files,
        key: &Key,
        file: &BackupFile,
    ) -> anyhow::Result<()> {
        match &self.target.files {
            TargetFiles::Store(store) => put_file(backup_files, store, key, file).await,
            TargetFiles::Scratch(folder) => {
                let from = self.backup.join("files").join(key.as_str());
                let to = folder.join(key.as_str());
                let file = file.clone();
                tokio::task::spawn_blocking(move || link_or_copy(&from, &to, &file)).await?
            }
        }
    }
}

/// Writes a file into the file store unless an intact copy exists.
async fn put_file(from: &Files, to: &Files, key: &Key, file: &BackupFile) -> anyhow::Result<()> {
    if to.head(key).await?.is_some() && to.hash_file(key).await? == file.hash {
        return Ok(());
    }
    to.copy_from(from, key, Some(file.hash)).await?;
    Ok(())
}

async fn restore_index_file(from: PathBuf, to: PathBuf, file: BackupFile) -> anyhow::Result<()> {
    tokio::task::spawn_blocking(move || {
        create_parent(&to)?;
        let (bytes, hash) =
            list::copy_durably(&from, &to).with_context(|| format!("copying {}", from.display()))?;
        if !file.matches(bytes, hash) {
            bail!("{} is damaged: its hash does not match", from.display());
        }
        Ok(())
    })
    .await?
}

/// Gives a file of the backup a second name, or copies it, and reads it completely.
fn link_or_copy(from: &Path, to: &Path, file: &BackupFile) -> anyhow::Result<()> {
    create_parent(to)?;
    let read = match fs::hard_link(from, to) {
        Ok(()) => list::hash_file(to),
        // A copy onto an existing link, of a file that the list names twice, would change the backup.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::AlreadyExists) => Err(error),
        // Another file system, or one without links.
        Err(_) => list::copy(from, to),
    };
    let (bytes, hash) = read?;
    if !file.matches(bytes, hash) {
        bail!("it is damaged: its hash does not match");
    }
    Ok(())
}

fn create_parent(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}
