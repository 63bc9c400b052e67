//! Checks that a backup is intact.

use std::path::Path;

use anyhow::Context as _;
use tokio_util::sync::CancellationToken;

use super::list::{self, BackupEntry, BackupFile};
use super::manifest::Manifest;
use super::{BackupProgress, BackupStep};

/// Result of a check.
#[derive(Debug)]
pub struct Verdict {
    pub manifest: Manifest,
    /// Faulty files of the backup, each with the fault.
    pub faults: Vec<(String, String)>,
}

/// Reads the whole backup and compares it with its list; `None` if it was stopped.
pub async fn verify(
    backup: &Path,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(BackupProgress) + Send + 'static,
) -> anyhow::Result<Option<Verdict>> {
    let manifest = Manifest::read(backup)?;
    let (folder, stop, about) = (backup.to_owned(), stop.clone(), manifest.clone());
    let looking = move || verify_files(&folder, &about, &stop, &mut on_progress);
    let Some(mut faults) = tokio::task::spawn_blocking(looking).await?? else { return Ok(None) };
    let name = &manifest.database.name;
    if !faults.iter().any(|(faulty, _)| faulty == name) {
        let inside = store::backup::find_faults(&backup.join(name)).await.context("checking the database")?;
        faults.extend(inside.into_iter().map(|fault| (name.clone(), fault)));
    }
    Ok(Some(Verdict { manifest, faults }))
}

fn verify_files(
    folder: &Path,
    manifest: &Manifest,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<Option<Vec<(String, String)>>> {
    let mut done = 0;
    let total = manifest.files;
    let mut faults = Vec::new();
    let mut fault = |name: String, what: &str| faults.push((name, what.to_owned()));
    if !list::is_intact(folder, &manifest.database)? {
        fault(manifest.database.name.clone(), "damaged or missing");
    }
    if !list::is_intact(folder, &manifest.list)? {
        fault(manifest.list.name.clone(), "damaged or missing: its files are unknown");
        return Ok(Some(faults));
    }
    for file in list::read_list(&folder.join(&manifest.list.name))? {
        if stop.is_cancelled() {
            return Ok(None);
        }
        let file: BackupFile = file?;
        let (path, counts) = match &file.entry {
            BackupEntry::File(key) => (format!("files/{key}"), true),
            BackupEntry::Other(path) => (path.display().to_string(), false),
        };
        if path == manifest.database.name {
            continue;
        }
        match list::hash_file(&folder.join(&path)) {
            Ok((bytes, hash)) if file.matches(bytes, hash) => {}
            Ok(_) => fault(path, "damaged: its hash does not match"),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => fault(path, "missing"),
            Err(error) => fault(path, &error.to_string()),
        }
        done += u64::from(counts);
        on_progress(BackupProgress { step: BackupStep::Files, done, total });
    }
    if done != total {
        fault(manifest.list.name.clone(), "the number of files differs from the manifest");
    }
    Ok(Some(faults))
}
