//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::commands::{
    admin, backup, convert, export, health, ingest, jobs, migrate, moves, restore, serve, worker,
};
use crate::config::CommonOptions;
use crate::demo::Demo;
use crate::workshop::WorkerProcess;

/// A library server for people who cannot read standard print.
#[derive(Debug, Parser)]
#[command(name = "openshelf", version, about, disable_help_subcommand = true)]
pub struct Cli {
    /// Settings that every command accepts.
    #[command(flatten)]
    pub common: CommonOptions,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The program's commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the interface, with workers for background jobs
    Serve(serve::Serve),
    /// Run background jobs only
    Worker(worker::Worker),
    /// Make a sandbox library and serve it
    Demo(Demo),
    /// Bring the database's tables up to date
    Migrate(migrate::Migrate),
    /// Manage sites, people, organizations, titles and what belongs to them
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Add books and records of books to the catalog: EPUB, ONIX, MARC and CSV files, or folders of them
    Ingest(ingest::Ingest),
    /// Export the catalog as records: ONIX, MARCXML or CSV
    Export(export::Export),
    /// Background jobs: list, retry, cancel
    #[command(subcommand)]
    Jobs(jobs::Jobs),
    /// Rebuild the search index from the database
    Reindex,
    /// Copy the library into a folder while it runs: either database, either file store
    Backup(backup::Backup),
    /// Restore a backup into either database and either file store, or rehearse that
    Restore(restore::Restore),
    /// Move the library to another database or file store, or both: SQLite, PostgreSQL, a folder, S3
    Move(moves::Move),
    /// Convert one book on the command line
    Convert(convert::Convert),
    /// Read the fingerprint of a leaked copy and name the download
    Trace {
        /// The copy, or a file extracted from it
        file: PathBuf,
    },
    /// Report what is missing on this machine or in this configuration, and how to get it
    Doctor,
    /// Ask a running server whether it is ready: the exit code is 0 if it is
    Health(health::HealthArgs),
    /// Print the OpenAPI document
    Openapi,
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write a manual page for each command
    Manual {
        /// Folder for the pages, which is made if it is missing
        folder: PathBuf,
    },
    /// Run tasks for another process of this program
    #[command(hide = true)]
    WorkerProcess(WorkerProcess),
}
