//! `openshelf admin`: what an operator does by hand. Secrets and passwords are shown once.

mod audit;
mod clients;
mod organization_types;
mod periodicals;
mod reference_organizations;
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
    /// Kinds of organizations
    #[command(subcommand)]
    OrganizationTypes(organization_types::OrganizationTypes),
    /// The list of organizations that exist, from which organizations register
    #[command(subcommand)]
    ReferenceOrganizations(reference_organizations::ReferenceOrganizations),
    /// Periodicals and their editions
    #[command(subcommand)]
    Periodicals(periodicals::Periodicals),
    /// Titles of the catalog
    #[command(subcommand)]
    Titles(titles::Titles),
    /// Who read whose disability data
    #[command(subcommand)]
    Audit(audit::Audit),
}

/// Runs the command.
pub async fn run(admin: Admin, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    match admin {
        Admin::Sites(command) => sites::run(command, &library).await?,
        Admin::Clients(command) => clients::run(command, &library).await?,
        Admin::Users(command) => users::run(command, &library).await?,
        Admin::OrganizationTypes(command) => organization_types::run(command, &library).await?,
        Admin::ReferenceOrganizations(command) => reference_organizations::run(command, &library).await?,
        Admin::Periodicals(command) => periodicals::run(command, &library).await?,
        Admin::Titles(command) => titles::run(command, &library).await?,
        Admin::Audit(command) => audit::run(command, &library).await?,
    }
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
