//! One file per command.

pub mod admin;
pub mod backup;
pub mod convert;
pub mod doctor;
pub mod export;
pub mod ingest;
pub mod jobs;
pub mod migrate;
pub mod openapi;
pub mod part;
pub mod reindex;
pub mod restore;
pub mod serve;
pub mod trace;
pub mod worker;

use std::process::ExitCode;

use crate::cli::Command;
use crate::config::Config;

/// Runs a command; the exit code is 0 when all of it went well.
pub async fn run(command: Command, config: Config) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(args) => serve::run(args, config).await,
        Command::Worker(args) => worker::run(&args, config).await,
        Command::Demo(_) => crate::demo::run(config).await,
        Command::Migrate => migrate::run(&config).await,
        Command::Admin(args) => admin::run(args, config).await,
        Command::Ingest(args) => ingest::run(args, config).await,
        Command::Export(args) => export::run(args, config).await,
        Command::Jobs(args) => jobs::run(args, config).await,
        Command::Reindex => reindex::run(config).await,
        Command::Backup(args) => backup::run(args, &config).await,
        Command::Restore(args) => restore::run(args, config).await,
        Command::Convert(args) => convert::run(args, config).await,
        Command::Trace { file } => trace::run(&file, config).await,
        Command::Doctor => doctor::run(&config).await,
        Command::Openapi => openapi::run(),
    }
}

/// A progress bar with a count, a rate and the time left.
fn progress_style(noun: &str) -> indicatif::ProgressStyle {
    let template = ["{bar:30} {pos}/{len} ", noun, " ({per_sec}, {eta} left) {wide_msg}"].concat();
    indicatif::ProgressStyle::with_template(&template)
        .unwrap_or_else(|_| indicatif::ProgressStyle::default_bar())
}

/// The same for files that are read from end to end.
fn bytes_style() -> indicatif::ProgressStyle {
    indicatif::ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} ({eta} left) {wide_msg}")
        .unwrap_or_else(|_| indicatif::ProgressStyle::default_bar())
}

/// How far a backup, or its restore, is.
struct BackupBar {
    bar: indicatif::ProgressBar,
    step: Option<::jobs::backup::Step>,
}

impl BackupBar {
    fn new() -> Self {
        Self { bar: indicatif::ProgressBar::no_length(), step: None }
    }

    fn show(&mut self, progress: ::jobs::backup::Progress) {
        use ::jobs::backup::Step;
        if self.step.replace(progress.step) != Some(progress.step) {
            let (style, what) = match progress.step {
                Step::Index => (bytes_style(), "search index"),
                Step::Database => (bytes_style(), "database"),
                Step::Files => (progress_style("files"), ""),
            };
            self.bar.set_style(style);
            self.bar.set_message(what);
            self.bar.reset();
        }
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
    }
}

impl Drop for BackupBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
