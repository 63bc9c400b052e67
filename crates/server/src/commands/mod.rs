//! One file per command.

pub mod admin;
pub mod backup;
pub mod convert;
pub mod doctor;
pub mod export;
pub mod health;
pub mod ingest;
pub mod jobs;
pub mod migrate;
pub mod moves;
pub mod openapi;
mod rehearsal;
pub mod reindex;
pub mod restore;
pub mod serve;
pub mod trace;
pub mod worker;

use ::workers::backup::{BackupStep, StepProgress};
use anyhow::Context as _;
use domain::{Site, SiteId};
use jiff::civil::Date;

use crate::library::Library;

fn parse_date(text: &str) -> Result<Date, String> {
    domain::dates::parse_date(text).ok_or_else(|| "must be YYYY-MM-DD".to_owned())
}

/// Loads the site that an operator names.
async fn existing_site(library: &Library, id: &str) -> anyhow::Result<Site> {
    let site = store::sites::get(&library.db, &id.into()).await?;
    site.with_context(|| unknown_site_message(id))
}

/// The site to which an operator restricts a list. One that does not exist is refused, because its list would
/// be empty.
async fn find_listed_site(library: &Library, id: Option<&str>) -> anyhow::Result<Option<SiteId>> {
    let Some(id) = id else { return Ok(None) };
    existing_site(library, id).await.map(|site| Some(site.id))
}

/// Reports a site that does not exist.
fn unknown_site_message(id: &str) -> String {
    format!(
        "there is no site {id}; `openshelf admin sites list` lists the existing ones, and \
         `openshelf admin sites create {id} --name ...` makes it"
    )
}

/// A progress bar with a count, a rate and the time left.
fn progress_style(noun: &str) -> indicatif::ProgressStyle {
    let template = ["{bar:30} {pos}/{len} ", noun, " ({per_sec}, {eta} left) {wide_msg}"].concat();
    indicatif::ProgressStyle::with_template(&template)
        .unwrap_or_else(|_| indicatif::ProgressStyle::default_bar())
}

/// Style of a progress bar for files that are read completely.
fn bytes_style() -> indicatif::ProgressStyle {
    indicatif::ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} ({eta} left) {wide_msg}")
        .unwrap_or_else(|_| indicatif::ProgressStyle::default_bar())
}

/// Progress of work in several steps.
struct StepBar<S> {
    bar: indicatif::ProgressBar,
    step: Option<S>,
    /// Style and message of a step.
    describe: fn(S) -> (indicatif::ProgressStyle, &'static str),
}

impl<S: Copy + PartialEq> StepBar<S> {
    fn new(describe: fn(S) -> (indicatif::ProgressStyle, &'static str)) -> Self {
        Self { bar: indicatif::ProgressBar::no_length(), step: None, describe }
    }

    fn show_progress(&mut self, progress: StepProgress<S>) {
        if self.step.replace(progress.step) != Some(progress.step) {
            let (style, message) = (self.describe)(progress.step);
            self.bar.set_style(style);
            self.bar.set_message(message);
            self.bar.reset();
        }
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
    }
}

impl<S> Drop for StepBar<S> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of a backup or a restore.
fn new_backup_bar() -> StepBar<BackupStep> {
    StepBar::new(|step| match step {
        BackupStep::Index => (bytes_style(), "search index"),
        BackupStep::Database => (bytes_style(), "database"),
        BackupStep::CopyRows => (progress_style("rows"), "copied"),
        BackupStep::CompareRows => (progress_style("rows"), "compared"),
        BackupStep::HashRows => (progress_style("rows"), "read"),
        BackupStep::Files => (progress_style("files"), ""),
    })
}
