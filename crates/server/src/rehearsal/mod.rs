//! Rehearsals of a restore, by a command or a job: they prove that a backup can be restored, without touching
//! the library (docs/backup.md#rehearsing).

mod background;
mod reader;
mod report;
mod scratch;

pub use background::open_rehearser;
pub use report::RehearsalReport;

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::workers::backup::{self, BackupProgress, Manifest, RestoreTarget, TargetDatabase, TargetFiles};
use ::workers::erasures::{self, ReplayCounts};
use ::workers::rehearsal;
use anyhow::{Context as _, ensure};
use tokio_util::sync::CancellationToken;

use crate::disk_space::read_space;
use crate::library::{job_context, open_files, rebuild_index};
use crate::{Config, Library, current_time, privacy};
use scratch::ScratchFolder;

/// The fault of a backup that was replaced before its rehearsal had read all of it.
const REPLACED_FAULT: &str = "a newer backup has replaced this one during the rehearsal: rehearse that one";

/// Time in which threads of stopped work end their last files, before the scratch folder is deleted.
const STOP_DELAY: Duration = Duration::from_millis(500);

pub struct Rehearsal {
    pub backup: PathBuf,
    /// The folder in which the scratch library is made.
    pub scratch: PathBuf,
    pub report: PathBuf,
}

/// A rehearsal that was not stopped.
pub struct CompleteRehearsal {
    pub report: RehearsalReport,
    /// The file with the report.
    pub path: PathBuf,
    pub manifest: Manifest,
    /// True if there are faults because a newer backup has replaced this one.
    pub is_replaced: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum RehearsalProgress {
    Restore(BackupProgress),
    /// Titles in the search index.
    Index {
        done: u64,
        total: u64,
    },
    Books {
        done: u64,
        total: u64,
    },
}

/// Restores a backup into a scratch folder, checks it, deletes the folder and writes a report. `None` if it
/// was stopped.
///
/// # Errors
/// There is no complete backup, or the scratch folder cannot be used. Everything else is a fault in the
/// report.
pub async fn rehearse(
    rehearsal: &Rehearsal,
    config: &Config,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(RehearsalProgress),
) -> anyhow::Result<Option<CompleteRehearsal>> {
    let Rehearsal { backup, scratch, report: report_folder } = rehearsal;
    let manifest = Manifest::read(backup)?;
    for folder in [scratch, report_folder] {
        privacy::make_folder(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    let scratch = ScratchFolder::create(scratch)?;
    check_scratch_space(backup, &manifest, scratch.path())?;
    let mut report = RehearsalReport::new(backup, &manifest, current_time());
    let checked =
        check_backup(backup, &manifest, config, &scratch, &mut report, stop, &mut on_progress).await;
    if stop.is_cancelled() {
        tokio::time::sleep(STOP_DELAY).await;
    }
    scratch.remove().await?;
    match checked {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        // Work that is stopped may fail.
        Err(_) if stop.is_cancelled() => return Ok(None),
        Err(error) => report.faults.push(format!("{error:#}")),
    }
    let is_replaced = !report.faults.is_empty() && has_other_backup(backup, &manifest);
    if is_replaced {
        report.faults.insert(0, REPLACED_FAULT.to_owned());
    }
    report.finished = current_time();
    let path = report.write(report_folder)?;
    Ok(Some(CompleteRehearsal { report, path, manifest, is_replaced }))
}

/// Refuses a disk without the space for the restored library.
fn check_scratch_space(backup: &Path, manifest: &Manifest, scratch: &Path) -> anyhow::Result<()> {
    let device = |folder: &Path| fs::metadata(folder).map(|meta| meta.dev()).ok();
    // On the file system of the backup, files are linked.
    let file_bytes = if device(backup) == device(scratch) { 0 } else { manifest.bytes };
    // The index takes at most as much as the database.
    let needed = manifest.database.bytes.saturating_mul(2).saturating_add(file_bytes);
    let free = read_space(scratch).map_or(u64::MAX, |disk| disk.free);
    ensure!(
        free >= needed,
        "the rehearsal needs {} MiB in {}, where {} MiB are free",
        needed >> 20,
        scratch.display(),
        free >> 20
    );
    Ok(())
}

/// Returns true if the folder contains another backup now.
fn has_other_backup(backup: &Path, manifest: &Manifest) -> bool {
    Manifest::find(backup).ok().flatten().is_some_and(|present| present.taken != manifest.taken)
}

/// Restores and checks everything; returns false if it was stopped. Faults are added to the report; the
/// first fault that leaves nothing to check is returned.
async fn check_backup(
    folder: &Path,
    manifest: &Manifest,
    config: &Config,
    scratch: &ScratchFolder,
    report: &mut RehearsalReport,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(RehearsalProgress),
) -> anyhow::Result<bool> {
    let scratch_config = scratch.library_config(config);
    let database = scratch.path().join("library.db");
    let target = RestoreTarget {
        database: TargetDatabase::File(database.clone()),
        files: TargetFiles::Scratch(scratch.path().join("files")),
        index: scratch_config.index_dir(),
    };
    let restored = backup::restore(folder, &target, false, current_time(), stop, |progress| {
        on_progress(RehearsalProgress::Restore(progress));
    });
    match restored.await {
        Ok(Some(_)) => {}
        Ok(None) => return Ok(false),
        Err(error) => {
            report.faults.extend(list_damage(folder, stop).await?);
            return Err(error);
        }
    }
    report.count_files(manifest);
    let compared = backup::compare_rows(&database, manifest, stop, |progress| {
        on_progress(RehearsalProgress::Restore(progress));
    });
    let Some(differences) = compared.await? else { return Ok(false) };
    report.faults.extend(differences);
    report.count_rows(manifest);
    let library = Library::open(scratch_config).await.context("opening the restored library")?;
    let used = match erase_again(&library, config).await {
        Ok(counts) => {
            report.erased = counts;
            use_library(&library, manifest, report, stop, on_progress).await
        }
        Err(error) => Err(error.context("repeating the erasures since the backup")),
    };
    library.db.close().await;
    used
}

/// Erases from the restored library the people who were erased since the backup, as a restore does.
async fn erase_again(library: &Library, config: &Config) -> anyhow::Result<ReplayCounts> {
    let location = config.files_location();
    // A machine without the library has no journal, and gets no file store.
    if !location.contains("://") && !Path::new(&location).exists() {
        return Ok(ReplayCounts::default());
    }
    let notes = erasures::read_journal(&open_files(config)?).await?;
    erasures::erase_again(&job_context(library), &notes).await
}

/// All damaged and missing files of a backup: a restore ends at the first.
async fn list_damage(folder: &Path, stop: &CancellationToken) -> anyhow::Result<Vec<String>> {
    let verdict = backup::verify(folder, stop, |_| {}).await?;
    let faults = verdict.map(|verdict| verdict.faults).unwrap_or_default();
    Ok(faults.into_iter().map(|(name, fault)| format!("{name}: {fault}")).collect())
}

/// Uses the restored library as its readers would; returns false if it was stopped.
async fn use_library(
    library: &Library,
    manifest: &Manifest,
    report: &mut RehearsalReport,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(RehearsalProgress),
) -> anyhow::Result<bool> {
    let titles = store::titles::count(&library.db).await?;
    let accounts = store::accounts::count(&library.db, None).await?;
    ensure!(
        (titles, accounts) == (manifest.titles, manifest.accounts),
        "the restored library has {titles} titles and {accounts} accounts, and {} and {} according to the \
         manifest",
        manifest.titles,
        manifest.accounts
    );
    if manifest.index.is_none() {
        let indexing = rebuild_index(library, |done| {
            on_progress(RehearsalProgress::Index { done, total: titles });
        });
        tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(false),
            indexed = indexing => indexed.context("building the search index")?,
        };
    }
    report.indexed_titles = library.open_index().context("opening the search index")?.len();

    let context = job_context(library);
    let opened = rehearsal::open_books(&context, stop, |done, total| {
        on_progress(RehearsalProgress::Books { done, total });
    });
    let Some(checks) = opened.await? else { return Ok(false) };
    report.add_books(checks);

    reader::sign_in_test_reader(library).await.context("signing in a reader")?;
    report.signed_in = true;
    Ok(true)
}
