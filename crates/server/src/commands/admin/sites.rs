//! `openshelf admin sites`.

use clap::builder::BoolishValueParser;
use clap::{Args, Subcommand};
use domain::confirmations::ReviewRule;
use domain::ids::SiteId;
use domain::joining::OrganizationJoining;
use services::joining::{self, JoiningChange};
use services::sites::{self, NewSite};

use super::operator::{begin_operation, parse_country, to_command_error};
use crate::library::Library;

/// Sites.
#[derive(Debug, Subcommand)]
pub enum Sites {
    /// Create a site
    Create(CreateSite),
    /// List all sites
    List,
    /// Set which confirmations of disabilities the staff review before they count
    Reviews {
        /// Identifier of the site
        site: String,
        /// always, unproven (doubtful, and apps that name the member without proving their secret), doubtful
        /// (authorities at free mail services, or that have confirmed many members) or never
        rule: ReviewRule,
    },
    /// Set who may join on the pages of a site without staff; without options, show it
    Joining {
        /// Identifier of the site
        site: String,
        /// Readers may create accounts: yes or no
        #[arg(long, value_parser = BoolishValueParser::new())]
        readers: Option<bool>,
        /// Organizations may register: no, reviewed (they are served once `openshelf admin organizations
        /// admit` has admitted them) or yes
        #[arg(long)]
        organizations: Option<OrganizationJoining>,
    },
}

/// A new site.
#[derive(Debug, Args)]
pub struct CreateSite {
    /// Identifier, for example `service`: lower-case letters, digits and hyphens
    id: String,
    /// Display name
    #[arg(long)]
    name: String,
    /// Home country, ISO 3166-1 alpha-2: the assumed location of guests
    #[arg(long, default_value = "US")]
    country: String,
    /// A private-label site: recommendations exclude the global collection
    #[arg(long)]
    private_label: bool,
}

/// Runs the command.
pub async fn run(command: Sites, library: &Library) -> anyhow::Result<()> {
    match command {
        Sites::Create(new) => create(new, library).await,
        Sites::List => {
            let op = &begin_operation(library, "openshelf admin sites list")?;
            for site in sites::list(op).await.map_err(to_command_error)? {
                let label = if site.private_label { "private label" } else { "" };
                println!("{:<20} {:<4} {:<40} {label}", site.id, site.country, site.name);
            }
            Ok(())
        }
        Sites::Reviews { site, rule } => {
            let op = &begin_operation(library, "openshelf admin sites reviews")?;
            sites::set_confirmation_review(op, &SiteId(site), rule).await.map_err(to_command_error)?;
            println!("Confirmations are reviewed: {}.", rule.as_str());
            Ok(())
        }
        Sites::Joining { site, readers, organizations } => {
            let op = &begin_operation(library, "openshelf admin sites joining")?;
            let change = JoiningChange { readers, organizations };
            let rules = joining::change_rules(op, &SiteId(site), change).await.map_err(to_command_error)?;
            let readers = if rules.readers { "yes" } else { "no" };
            println!(
                "Readers may join: {readers}. Organizations may join: {}.",
                rules.organizations.as_str()
            );
            Ok(())
        }
    }
}

async fn create(new: CreateSite, library: &Library) -> anyhow::Result<()> {
    let country = parse_country(&new.country)?;
    let new = NewSite { id: new.id, name: new.name, country, private_label: new.private_label };
    let op = &begin_operation(library, "openshelf admin sites create")?;
    let site = sites::create(op, new).await.map_err(to_command_error)?;
    println!("Created site {}.", site.id);
    Ok(())
}
