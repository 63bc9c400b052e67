//! `openshelf admin sites`.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::ids::SiteId;
use domain::sites::Site;

use crate::library::Library;

/// Sites.
#[derive(Debug, Subcommand)]
pub enum Sites {
    /// Create a site
    Create(Create),
    /// List all sites
    List,
}

/// A new site.
#[derive(Debug, Args)]
pub struct Create {
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
            for site in store::sites::list(&library.db).await? {
                let label = if site.private_label { "private label" } else { "" };
                println!("{:<20} {:<4} {:<40} {label}", site.id, site.country, site.name);
            }
            Ok(())
        }
    }
}

async fn create(new: Create, library: &Library) -> anyhow::Result<()> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if new.id.is_empty() || new.id.len() > 40 || !new.id.chars().all(plain) {
        bail!("a site's identifier is made of 1 to 40 lower-case letters, digits and hyphens");
    }
    let country = new.country.to_ascii_uppercase();
    if !domain::countries::is_country(&country) {
        bail!("{country} is not an ISO 3166-1 alpha-2 code");
    }
    let site = Site { id: SiteId::from(new.id), name: new.name, country, private_label: new.private_label };
    match store::sites::insert(&library.db, &site).await {
        Err(error) if error.is_conflict() => bail!("the site {} already exists", site.id),
        done => done.with_context(|| format!("creating site {}", site.id))?,
    }
    println!("Created site {}.", site.id);
    Ok(())
}
