//! `openshelf backup`: a consistent copy of a library while it runs (docs/backup.md).

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::workers::LibraryDatabase;
use ::workers::backup::{self, BackupSource, Manifest};
use clap::Args;
use store::backup_times::{BackupTask, record_success};

use super::new_backup_bar;
use crate::config::Config;
use crate::folders::folder_parser;
use crate::library::{connect_existing, current_time, open_files};
use crate::serving::stop_on_signal;

/// Limit of printed names of faulty files; the manifest has all.
const MAX_PRINTED_FILES: usize = 20;

/// `openshelf backup`.
#[derive(Debug, Args)]
pub struct Backup {
    /// Folder of the backup; if it contains an earlier one, only new files are copied
    #[arg(value_parser = folder_parser())]
    pub folder: PathBuf,
    /// Copy the search index, too; without it a restored library rebuilds its own
    #[arg(long)]
    pub with_index: bool,
    /// Omit converted books, which are made again on request
    #[arg(long)]
    pub without_artifacts: bool,
    /// Do not take a backup, but check whether the one in the folder is intact
    #[arg(long, conflicts_with_all = ["with_index", "without_artifacts"])]
    pub check: bool,
}

/// Takes or checks a backup; fails if there are faults or it was stopped.
pub async fn run(args: Backup, config: &Config) -> anyhow::Result<ExitCode> {
    if args.check { check_backup(&args.folder).await } else { take(args, config).await }
}

async fn take(args: Backup, config: &Config) -> anyhow::Result<ExitCode> {
    // Refuses a library that is being moved.
    connect_existing(config).await?.close().await;
    let database = LibraryDatabase::from_url(config.database_url())?;
    let files = open_files(config)?;
    let index = config.index_dir();
    let source = BackupSource {
        database: &database,
        files: &files,
        index: args.with_index.then_some(index.as_path()),
        with_artifacts: !args.without_artifacts,
        program: env!("CARGO_PKG_VERSION"),
    };
    let stop = stop_on_signal()?;
    let mut bar = new_backup_bar();
    let taken =
        backup::take(source, &args.folder, current_time(), &stop, |progress| bar.show_progress(progress))
            .await?;
    drop(bar);
    let Some(manifest) = taken else {
        println!("Stopped: there is no new backup. Run the same command again to continue.");
        return Ok(ExitCode::FAILURE);
    };
    println!("{} in {}.", summary(&manifest), args.folder.display());
    if let Err(error) = record_backup(config).await {
        eprintln!("The library does not know that it has a backup: {error:#}");
    }
    let lost = [
        ("is lost in the file store", &manifest.missing),
        ("is damaged in the file store", &manifest.damaged),
    ];
    for (what, names) in lost {
        for name in names.iter().take(MAX_PRINTED_FILES) {
            eprintln!("{name} {what}");
        }
        if names.len() > MAX_PRINTED_FILES {
            eprintln!("{} more {what}; the manifest names them", names.len() - MAX_PRINTED_FILES);
        }
    }
    let well = manifest.missing.is_empty() && manifest.damaged.is_empty();
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Stores in the library that it has a backup; the page `/system` and `doctor` show it.
async fn record_backup(config: &Config) -> anyhow::Result<()> {
    let db = connect_existing(config).await?;
    let recorded = record_success(&db, BackupTask::Backup, current_time()).await;
    db.close().await;
    Ok(recorded?)
}

async fn check_backup(folder: &Path) -> anyhow::Result<ExitCode> {
    let stop = stop_on_signal()?;
    let mut bar = new_backup_bar();
    let verdict = backup::verify(folder, &stop, move |progress| bar.show_progress(progress)).await?;
    let Some(verdict) = verdict else {
        println!("Stopped.");
        return Ok(ExitCode::FAILURE);
    };
    for (name, fault) in &verdict.faults {
        eprintln!("{name}: {fault}");
    }
    if !verdict.faults.is_empty() {
        println!("{} faults in {}.", verdict.faults.len(), folder.display());
        return Ok(ExitCode::FAILURE);
    }
    println!("{}: complete and undamaged.", summary(&verdict.manifest));
    Ok(ExitCode::SUCCESS)
}

/// Summary of a backup, without a period.
pub fn summary(manifest: &Manifest) -> String {
    format!(
        "Backup of {}: {} titles, {} accounts, {} files ({})",
        domain::dates::format_timestamp(manifest.taken),
        manifest.titles,
        manifest.accounts,
        manifest.files,
        indicatif::HumanBytes(manifest.bytes + manifest.database.bytes),
    )
}
