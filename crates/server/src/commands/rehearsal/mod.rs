//! `openshelf restore --rehearse`: proves that a backup can be restored, without touching the library
//! (docs/backup.md#rehearsing).

mod reader;
mod report;
mod scratch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::workers::backup::{self, Manifest, RestoreTarget, TargetDatabase, TargetFiles};
use ::workers::{erasures, rehearsal};
use anyhow::{Context as _, ensure};
use indicatif::ProgressBar;
use store::backup_times::{BackupTask, record_success};
use tokio_util::sync::CancellationToken;

use super::{BackupBar, progress_style};
use crate::library::{connect_existing, open_files};
use crate::serving::{job_context, stop_on_signal};
use crate::{Config, Library, current_time, privacy};
use report::RehearsalReport;
use scratch::ScratchFolder;

/// Limit of printed faults; the report has all.
const MAX_PRINTED_FAULTS: usize = 20;

pub(super) struct Rehearsal {
    pub(super) backup: PathBuf,
    /// The folder in which the scratch library is made.
    pub(super) scratch: PathBuf,
    pub(super) report: PathBuf,
}

/// Restores a backup into a scratch folder, checks it, deletes the folder and writes a report. Fails if
/// anything is wrong.
pub(super) async fn run(rehearsal: Rehearsal, config: &Config) -> anyhow::Result<ExitCode> {
    let Rehearsal { backup, scratch, report: report_folder } = rehearsal;
    let manifest = Manifest::read(&backup)?;
    for folder in [&scratch, &report_folder] {
        privacy::make_folder(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    let scratch = ScratchFolder::create(&scratch)?;
    let stop = stop_on_signal()?;
    let mut report = RehearsalReport::new(&backup, &manifest, current_time());
    let done = check_backup(&backup, &manifest, config, &scratch, &mut report, &stop).await;
    scratch.remove()?;
    match done {
        Ok(true) => {}
        Ok(false) => {
            println!("Stopped: nothing is left, and there is no report.");
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => report.faults.push(format!("{error:#}")),
    }
    report.finished = current_time();
    let path = report.write(&report_folder)?;
    print_report(&report, &manifest, &path);
    if !report.is_success() {
        return Ok(ExitCode::FAILURE);
    }
    if let Err(error) = record_rehearsal(config, &report).await {
        eprintln!("the library does not know of this rehearsal: {error:#}");
    }
    Ok(ExitCode::SUCCESS)
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
) -> anyhow::Result<bool> {
    let scratch_config = scratch.library_config(config);
    let database = scratch.path().join("library.db");
    let mut bar = BackupBar::new();
    let target = RestoreTarget {
        database: TargetDatabase::File(database.clone()),
        files: TargetFiles::Scratch(scratch.path().join("files")),
        index: scratch_config.index_dir(),
    };
    let restored =
        backup::restore(folder, &target, false, current_time(), stop, |progress| bar.show_progress(progress));
    match restored.await {
        Ok(Some(_)) => {}
        Ok(None) => return Ok(false),
        Err(error) => {
            report.faults.extend(list_damage(folder, stop).await?);
            return Err(error);
        }
    }
    report.count_files(manifest);
    let compared =
        backup::compare_rows(&database, manifest, stop, |progress| bar.show_progress(progress)).await?;
    let Some(differences) = compared else { return Ok(false) };
    report.faults.extend(differences);
    report.count_rows(manifest);
    drop(bar);
    let library = Library::open(scratch_config).await.context("opening the restored library")?;
    let used = match erase_again(&library, config).await {
        Ok(()) => use_library(&library, manifest, report, stop).await,
        Err(error) => Err(error.context("repeating the erasures since the backup")),
    };
    library.db.close().await;
    used
}

/// Erases in the restored library who was erased since the backup, as a restore does.
async fn erase_again(library: &Library, config: &Config) -> anyhow::Result<()> {
    let location = config.files_location();
    // A machine without the library has no journal, and gets no file store.
    if !location.contains("://") && !Path::new(&location).exists() {
        return Ok(());
    }
    let notes = erasures::read_journal(&open_files(config)?).await?;
    let erased = erasures::erase_again(&job_context(library), &notes).await?;
    if erased.people + erased.organizations > 0 {
        println!("{} people and {} organizations were erased again.", erased.people, erased.organizations);
    }
    Ok(())
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
        tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(false),
            indexed = super::reindex::rebuild_index(library) => indexed.context("building the search index")?,
        };
    }
    report.indexed_titles = library.open_index().context("opening the search index")?.len();

    let bar = ProgressBar::no_length().with_style(progress_style("books"));
    let context = job_context(library);
    let opened = rehearsal::open_books(&context, stop, |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    });
    let opened = opened.await?;
    bar.finish_and_clear();
    let Some(checks) = opened else { return Ok(false) };
    report.add_books(checks);

    reader::sign_in_test_reader(library).await.context("signing a reader in")?;
    report.signed_in = true;
    Ok(true)
}

/// Stores in the configured library that the rehearsal has succeeded; metrics and `doctor` show it.
async fn record_rehearsal(config: &Config, report: &RehearsalReport) -> anyhow::Result<()> {
    let db = connect_existing(config).await?;
    let recorded = record_success(&db, BackupTask::Rehearsal, report.finished).await;
    db.close().await;
    Ok(recorded?)
}

fn print_report(report: &RehearsalReport, manifest: &Manifest, path: &Path) {
    println!("{}.", super::backup::summary(manifest));
    if let Some(versions) = super::restore::describe_versions(manifest) {
        println!("{versions}");
    }
    println!("{} files ({}) are undamaged.", report.files, indicatif::HumanBytes(report.bytes));
    if manifest.tables.is_empty() {
        println!("Rows were not compared: backups of that version have no hashes of tables.");
    } else {
        println!("{} rows of {} tables were compared.", report.rows, report.tables);
    }
    let copies: usize = report.books.iter().map(|book| book.formats.len()).sum();
    println!(
        "{} titles are indexed; {} books were opened in {copies} copies; a reader {} signed in.",
        report.indexed_titles,
        report.books.len(),
        if report.signed_in { "was" } else { "was not" },
    );
    for fault in report.faults.iter().take(MAX_PRINTED_FAULTS) {
        eprintln!("{fault}");
    }
    if report.faults.len() > MAX_PRINTED_FAULTS {
        eprintln!("{} more faults; the report names them", report.faults.len() - MAX_PRINTED_FAULTS);
    }
    let result = if report.is_success() { "The rehearsal succeeded" } else { "The rehearsal FAILED" };
    println!("{result}. The report is {}.", path.display());
}
