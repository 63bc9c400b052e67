//! `openshelf admin`: an operator's manual tasks. Secrets and passwords are shown once.

mod agreements;
mod audit;
mod clients;
pub mod conversion_reports;
mod devices;
mod duplicates;
mod emails;
mod erasure;
mod fields;
mod groups;
mod members;
mod merges;
mod operator;
mod organization_types;
mod organizations;
mod periodicals;
mod problems;
mod proofs;
mod reference_organizations;
mod reports;
mod site_notices;
mod sites;
mod staff;
mod subscriptions;
mod titles;
mod users;
mod work;

use std::process::ExitCode;

use clap::Subcommand;
use secrets::Passwords;
use services::Operation;

use self::operator::to_command_error;
use crate::app::build_operations;
use crate::config::Config;
use crate::library::Library;

/// An operator's manual tasks.
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
    /// The library's staff and their roles
    #[command(subcommand)]
    Staff(staff::Staff),
    /// People's apps and reading devices with their own sign-in
    #[command(subcommand)]
    Devices(devices::Devices),
    /// Emails that wait or could not be sent, and a test email
    #[command(subcommand)]
    Emails(emails::Emails),
    /// Organizations: schools, libraries and others that get books for their members
    #[command(subcommand)]
    Organizations(Box<organizations::Organizations>),
    /// Members of organizations
    #[command(subcommand)]
    Members(Box<members::Members>),
    /// Groups of members of organizations
    #[command(subcommand)]
    Groups(groups::Groups),
    /// What waits for membership staff
    #[command(subcommand)]
    Work(work::Work),
    /// Signed agreements of people
    #[command(subcommand)]
    Agreements(agreements::Agreements),
    /// Subscriptions of people
    #[command(subcommand)]
    Subscriptions(subscriptions::Subscriptions),
    /// Proofs of disability of people
    #[command(subcommand)]
    Proofs(proofs::Proofs),
    /// Types of organizations
    #[command(subcommand)]
    OrganizationTypes(organization_types::OrganizationTypes),
    /// The reference list from which organizations register
    #[command(subcommand)]
    ReferenceOrganizations(reference_organizations::ReferenceOrganizations),
    /// Periodicals and their editions
    #[command(subcommand)]
    Periodicals(periodicals::Periodicals),
    /// Problems with titles that readers report
    #[command(subcommand)]
    Problems(problems::Problems),
    /// What was repaired or left out of books
    #[command(subcommand)]
    ConversionReports(conversion_reports::ConversionReports),
    /// Titles of the catalog
    #[command(subcommand)]
    Titles(titles::Titles),
    /// Who read whose disability data, and who changed what
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Numbers for funders, and readers without a book
    #[command(subcommand)]
    Reports(reports::Reports),
}

/// Runs the command with these words, which the audit names, with the same rules as membership staff.
pub async fn run(admin: Admin, words: &str, config: Config) -> anyhow::Result<ExitCode> {
    let library = &Library::open(config).await?;
    let operations = build_operations(library, None, Passwords::new(1))?;
    let op = &Operation::by_operator(&operations, words);
    let done = match admin {
        Admin::Sites(command) => sites::run(command, op).await,
        Admin::Clients(command) => clients::run(command, op).await,
        Admin::Users(command) => users::run(command, op, library).await,
        Admin::Staff(command) => staff::run(command, op).await,
        Admin::Devices(command) => devices::run(command, op).await,
        Admin::Emails(command) => emails::run(command, op).await,
        Admin::Organizations(command) => organizations::run(*command, op, library).await,
        Admin::Members(command) => members::run(*command, op, library).await,
        Admin::Groups(command) => groups::run(command, op).await,
        Admin::Work(command) => work::run(command, op).await,
        Admin::Agreements(command) => agreements::run(command, op).await,
        Admin::Subscriptions(command) => subscriptions::run(command, op).await,
        Admin::Proofs(command) => proofs::run(command, op).await,
        Admin::OrganizationTypes(command) => organization_types::run(command, op).await,
        Admin::ReferenceOrganizations(command) => reference_organizations::run(command, op).await,
        Admin::Periodicals(command) => periodicals::run(command, op).await,
        Admin::Problems(command) => problems::run(command, op, library).await,
        Admin::ConversionReports(command) => conversion_reports::run(command, op, library).await,
        Admin::Titles(command) => titles::run(command, op).await,
        Admin::Audit(command) => audit::run(command, op).await,
        Admin::Reports(command) => reports::run(command, op).await,
    };
    done.map_err(to_command_error)?;
    library.db.close().await;
    Ok(ExitCode::SUCCESS)
}
