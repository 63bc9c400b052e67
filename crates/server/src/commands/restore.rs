//! `openshelf restore`: restores a backup (docs/backup.md).

use std::path::PathBuf;
use std::process::ExitCode;

use ::workers::backup::{self, Manifest, RestoreReport, Target};
use anyhow::bail;
use clap::Args;

use super::BackupBar;
use crate::config::Config;
use crate::library::{current_time, open_files};
use crate::serving::stop_on_signal;

/// `openshelf restore`.
#[derive(Debug, Args)]
pub struct Restore {
    /// Folder of the backup
    pub folder: PathBuf,
    /// Data folder of the restored library, with everything in it; by default the configured locations
    #[arg(long, value_name = "DATA_DIR")]
    pub to: Option<PathBuf>,
    /// Replace the existing library; its database is kept under another name
    #[arg(long)]
    pub force: bool,
}

/// Restores, and builds the search index if the backup does not contain it.
pub async fn run(args: Restore, mut config: Config) -> anyhow::Result<ExitCode> {
    if let Some(folder) = args.to {
        config.data_dir = folder;
        config.database_url = None;
        config.files.location = None;
    }
    let Some(database) = store::backup::database_path(&config.database_url())? else {
        bail!(
            "this configuration is for PostgreSQL, where pg_restore restores the database (docs/backup.md); \
             a backup of this command can be restored into a folder with --to"
        );
    };
    // Before anything is created.
    Manifest::read(&args.folder)?;
    let target = Target { database, files: open_files(&config)?, index: config.index_dir() };
    let stop = stop_on_signal()?;
    let mut bar = BackupBar::new();
    let restored = backup::restore(&args.folder, &target, args.force, current_time(), &stop, |progress| {
        bar.show_progress(progress);
    })
    .await?;
    drop(bar);
    let Some(RestoreReport { manifest, previous_database: before }) = restored else {
        println!("Stopped: nothing has been restored. Run the same command again to continue.");
        return Ok(ExitCode::FAILURE);
    };
    println!("{} is restored to {}.", super::backup::summary(&manifest), config.data_dir.display());
    if let Some(before) = before {
        println!("The previous database is kept as {}; delete it when everything works.", before.display());
    }
    for name in &manifest.missing {
        eprintln!("{name} was lost before the backup was taken");
    }
    if manifest.index.is_some() { Ok(ExitCode::SUCCESS) } else { super::reindex::run(config).await }
}
