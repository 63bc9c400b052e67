//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::commands::{admin, backup, convert, export, ingest, jobs, restore, serve, worker};
use crate::config::Common;
use crate::demo::Demo;
use crate::workshop::WorkerProcess;

/// A library server for people who cannot read standard print.
#[derive(Debug, Parser)]
#[command(name = "openshelf", version, about, disable_help_subcommand = true)]
pub struct Cli {
    /// Settings that every command takes.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the interface, with workers for background jobs
    Serve(serve::Serve),
    /// Run background jobs only
    Worker(worker::Worker),
    /// Make a sandbox library and serve it
    Demo(Demo),
    /// Bring the database's tables up to date
    Migrate,
    /// Sites, clients, users and titles: create, list, disable
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Take books and records of books into the catalog: EPUB, ONIX, MARC and CSV files, or folders of them
    Ingest(ingest::Ingest),
    /// Write the catalog as records for others: ONIX, MARCXML or CSV
    Export(export::Export),
    /// Background jobs: list, retry, cancel
    #[command(subcommand)]
    Jobs(jobs::Jobs),
    /// Build the search index anew from the database
    Reindex,
    /// Copy the library into a folder while it runs (SQLite)
    Backup(backup::Backup),
    /// Put a backup back, as a library of its own or in the place of one
    Restore(restore::Restore),
    /// Convert one book on the command line
    Convert(convert::Convert),
    /// Read the fingerprint of a leaked copy and name the download
    Trace {
        /// The copy, or a file taken out of it
        file: PathBuf,
    },
    /// Say what is missing on this machine or in this configuration, and how to get it
    Doctor,
    /// Print the description of the interface
    Openapi,
    /// Do tasks for another process of this program
    #[command(hide = true)]
    WorkerProcess(WorkerProcess),
}
