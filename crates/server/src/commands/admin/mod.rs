//! `openshelf admin`: what an operator does by hand. Secrets and passwords are shown once.

mod clients;
mod sites;
mod titles;
mod users;

use std::process::ExitCode;

use clap::Subcommand;

use crate::config::Config;
use crate::library::Library;

/// What an operator does by hand.
#[derive(Debug, Subcommand)]
pub enum Admin {
    /// Sites: catalogs and users partitioned on one server
    #[command(subcommand)]
    Sites(sites::Sites),
    /// Client applications and their keys
    #[command(subcommand)]
    Clients(clients::Clients),
    /// User accounts
    #[command(subcommand)]
    Users(users::Users),
    /// Titles of the catalog
    #[command(subcommand)]
    Titles(titles::Titles),
}

/// Runs the command.
pub async fn run(admin: Admin, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    match admin {
        Admin::Sites(command) => sites::run(command, &library).await?,
        Admin::Clients(command) => clients::run(command, &library).await?,
        Admin::Users(command) => users::run(command, &library).await?,
        Admin::Titles(command) => titles::run(command, &library).await?,
    }
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
