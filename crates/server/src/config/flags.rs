//! Flags of every command.

use std::path::PathBuf;

use clap::Args;

/// Settings that every command accepts; they override the environment and the configuration file.
#[derive(Debug, Args)]
pub struct Common {
    /// Configuration file; by default `openshelf.toml` in the current folder, if it exists
    #[arg(long, short, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// `sqlite:PATH` or `postgres://...`
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Folder of the embedded database, the index and local files
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}
