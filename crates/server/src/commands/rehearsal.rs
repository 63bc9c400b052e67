//! `openshelf restore --rehearse` (docs/backup.md#rehearsing).

use std::path::Path;
use std::process::ExitCode;

use ::workers::backup::{BackupStep, Manifest};
use indicatif::ProgressBar;
use store::backup_times::{BackupTask, record_success};

use super::{StepBar, new_backup_bar, progress_style};
use crate::Config;
use crate::library::connect_existing;
use crate::rehearsal::{CompleteRehearsal, Rehearsal, RehearsalProgress, RehearsalReport, rehearse};
use crate::serving::stop_on_signal;

/// Limit of printed faults; the report has all.
const MAX_PRINTED_FAULTS: usize = 20;

/// Rehearses a restore. Fails if anything is wrong, or it was stopped.
pub(super) async fn run(rehearsal: &Rehearsal, config: &Config) -> anyhow::Result<ExitCode> {
    let stop = stop_on_signal()?;
    let mut bar = RehearsalBar::new();
    let rehearsing = rehearse(rehearsal, config, &stop, |progress| bar.show_progress(progress));
    // A restore is a large future.
    let rehearsed = Box::pin(rehearsing).await;
    drop(bar);
    let Some(CompleteRehearsal { report, path, manifest, .. }) = rehearsed? else {
        println!("Stopped: nothing is left, and there is no report.");
        return Ok(ExitCode::FAILURE);
    };
    print_report(&report, &manifest, &path);
    if !report.is_success() {
        return Ok(ExitCode::FAILURE);
    }
    if let Err(error) = record_rehearsal(config, &report).await {
        eprintln!("the library does not know of this rehearsal: {error:#}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Stores in the configured library that the rehearsal has succeeded; metrics and `doctor` show it.
async fn record_rehearsal(config: &Config, report: &RehearsalReport) -> anyhow::Result<()> {
    let db = connect_existing(config).await?;
    let recorded = record_success(&db, BackupTask::Rehearsal, report.finished).await;
    db.close().await;
    Ok(recorded?)
}

/// Progress of a rehearsal: of the restore, then of the index and the books.
struct RehearsalBar {
    restore: StepBar<BackupStep>,
    titles: ProgressBar,
    books: ProgressBar,
}

impl RehearsalBar {
    fn new() -> Self {
        let bar = |noun: &str| ProgressBar::no_length().with_style(progress_style(noun));
        Self { restore: new_backup_bar(), titles: bar("titles"), books: bar("books") }
    }

    fn show_progress(&mut self, progress: RehearsalProgress) {
        let (bar, done, total) = match progress {
            RehearsalProgress::Restore(progress) => return self.restore.show_progress(progress),
            RehearsalProgress::Index { done, total } => (&self.titles, done, total),
            RehearsalProgress::Books { done, total } => (&self.books, done, total),
        };
        self.restore.bar.finish_and_clear();
        if matches!(progress, RehearsalProgress::Books { .. }) {
            self.titles.finish_and_clear();
        }
        bar.set_length(total);
        bar.set_position(done);
    }
}

impl Drop for RehearsalBar {
    fn drop(&mut self) {
        self.titles.finish_and_clear();
        self.books.finish_and_clear();
    }
}

fn print_report(report: &RehearsalReport, manifest: &Manifest, path: &Path) {
    let erased = report.erased;
    if erased.people + erased.organizations > 0 {
        println!("{} people and {} organizations were erased again.", erased.people, erased.organizations);
    }
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
    println!(
        "{} titles are indexed; {} books were opened in {} copies; a reader {} signed in.",
        report.indexed_titles,
        report.books.len(),
        report.count_copies(),
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
