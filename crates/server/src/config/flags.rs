//! What the flags of every command set.

use std::path::PathBuf;

use clap::Args;

/// Settings that every command takes; they win over the environment and the configuration file.
#[derive(Debug, Args)]
pub struct Common {
    /// Configuration file; `openshelf.toml` in this folder when there is one
    #[arg(long, short, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// `sqlite:PATH` or `postgres://...`
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Folder of the embedded database, the index and local files
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}
