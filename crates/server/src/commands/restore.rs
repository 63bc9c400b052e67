//! `openshelf restore`: restores a backup, or rehearses that (docs/backup.md).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::workers::backup::{self, Manifest, RestoreReport, RestoreTarget, TargetDatabase, TargetFiles};
use ::workers::erasures::{self, ReplayCounts};
use anyhow::Context as _;
use clap::Args;
use domain::erasure::ErasureNote;

use super::moves::without_password;
use super::new_backup_bar;
use super::rehearsal;
use crate::folders::folder_parser;
use crate::library::{job_context, open_files};
use crate::rehearsal::Rehearsal;
use crate::serving::stop_on_signal;
use crate::{Config, Library, current_time, privacy};

/// `openshelf restore`.
#[derive(Debug, Args)]
pub struct Restore {
    /// Folder of the backup
    #[arg(value_parser = folder_parser())]
    pub folder: PathBuf,
    /// Data folder of the restored library, with everything in it; by default the configured database and
    /// file store
    #[arg(long, value_name = "DATA_DIR", value_parser = folder_parser())]
    pub to: Option<PathBuf>,
    /// Replace the existing library of a SQLite file, whose database is kept under another name, and keep
    /// existing files that belong to the backup
    #[arg(long)]
    pub force: bool,
    /// File, or folder of files, with the journal of erasures of the lost library: who was erased since the
    /// backup is erased again. The journal in the restored library's file store is read in any case
    #[arg(long, value_name = "FILE", conflicts_with = "rehearse")]
    pub erasures: Option<PathBuf>,
    /// Do not restore for use, but prove that the backup can be restored: in a scratch folder, which is
    /// deleted at the end
    #[arg(long, conflicts_with_all = ["to", "force"])]
    pub rehearse: bool,
    /// Folder in which the scratch folder is made; on the backup's file system it takes little space. By
    /// default the data folder
    #[arg(long, value_name = "DIR", requires = "rehearse", value_parser = folder_parser())]
    pub scratch: Option<PathBuf>,
    /// Folder of the rehearsal's report; by default the data folder
    #[arg(long, value_name = "DIR", requires = "rehearse", value_parser = folder_parser())]
    pub report: Option<PathBuf>,
}

/// Restores, and builds the search index if the backup does not contain it; or rehearses that.
pub async fn run(args: Restore, mut config: Config) -> anyhow::Result<ExitCode> {
    if args.rehearse {
        let rehearsal = Rehearsal {
            backup: args.folder,
            scratch: args.scratch.unwrap_or_else(|| config.data_dir.clone()),
            report: args.report.unwrap_or_else(|| config.data_dir.clone()),
        };
        return rehearsal::run(&rehearsal, &config).await;
    }
    if let Some(folder) = args.to {
        config.data_dir = folder;
        config.database_url = None;
        config.files.location = None;
    }
    // Before anything is created.
    let notes = args.erasures.as_deref().map(read_notes).transpose()?.unwrap_or_default();
    let manifest = Manifest::read(&args.folder)?;
    if let Some(versions) = describe_versions(&manifest) {
        println!("{versions}");
    }
    let target = restore_target(&config)?;
    let stop = stop_on_signal()?;
    let mut bar = new_backup_bar();
    let restored = backup::restore(&args.folder, &target, args.force, current_time(), &stop, |progress| {
        bar.show_progress(progress);
    })
    .await?;
    drop(bar);
    let Some(RestoreReport { manifest, previous_database: before }) = restored else {
        println!("Stopped: nothing has been restored. Run the same command again to continue.");
        return Ok(ExitCode::FAILURE);
    };
    let place = match &target.database {
        TargetDatabase::File(_) => config.data_dir.display().to_string(),
        TargetDatabase::Server { name, .. } => name.clone(),
    };
    println!("{} is restored to {place}.", super::backup::summary(&manifest));
    if let Some(before) = before {
        println!("The previous database is kept as {}; delete it when everything works.", before.display());
    }
    for name in &manifest.missing {
        eprintln!("{name} was lost before the backup was taken");
    }
    erase_again(&config, notes).await?;
    if manifest.index.is_some() { Ok(ExitCode::SUCCESS) } else { super::reindex::run(config).await }
}

/// Repeats the erasures since the backup, before the restored library is used.
async fn erase_again(config: &Config, mut notes: Vec<ErasureNote>) -> anyhow::Result<()> {
    let journal = erasures::read_journal(&open_files(config)?).await;
    notes.extend(journal.context("reading the journal of erasures")?);
    if notes.is_empty() {
        return Ok(());
    }
    let library = Library::open(config.clone()).await.context("opening the restored library")?;
    let erased = erasures::erase_again(&job_context(&library), &notes).await;
    library.db.close().await;
    let erased = erased.context("repeating the erasures since the backup")?;
    let ReplayCounts { people, organizations } = erased;
    println!("Erased again since the backup: {people} people, {organizations} organizations.");
    Ok(())
}

/// Reads a file of the journal, or all files of a folder.
fn read_notes(path: &Path) -> anyhow::Result<Vec<ErasureNote>> {
    let failed = || format!("reading {}", path.display());
    let mut files = Vec::new();
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(failed)? {
            files.push(entry.with_context(failed)?.path());
        }
    } else {
        files.push(path.to_owned());
    }
    let mut notes = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let read = ErasureNote::read_lines(&text);
        notes.extend(read.with_context(|| format!("{} is not a journal of erasures", file.display()))?);
    }
    Ok(notes)
}

/// The locations of a configuration.
fn restore_target(config: &Config) -> anyhow::Result<RestoreTarget> {
    let url = config.database_url();
    let database = if let Some(file) = store::backup::database_path(&url)? {
        TargetDatabase::File(file)
    } else {
        privacy::make_folder(&config.data_dir)
            .with_context(|| format!("creating {}", config.data_dir.display()))?;
        let scratch = config.data_dir.join("restore-scratch.db");
        TargetDatabase::Server { name: without_password(&url), url, scratch }
    };
    Ok(RestoreTarget { database, files: TargetFiles::Store(open_files(config)?), index: config.index_dir() })
}

/// Both versions, if the program that took a backup was another one.
pub(super) fn describe_versions(manifest: &Manifest) -> Option<String> {
    let (program, schema) = (store::PROGRAM_VERSION, store::backup::own_schema());
    let differs = manifest.program != program || manifest.schema != schema;
    differs.then(|| {
        format!(
            "The backup was taken by openshelf {} (schema {}); this is openshelf {program} (schema {schema}).",
            manifest.program, manifest.schema
        )
    })
}
