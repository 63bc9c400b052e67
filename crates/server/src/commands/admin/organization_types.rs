//! `openshelf admin organization-types`.

use anyhow::bail;
use clap::{Args, Subcommand};
use domain::organization_types::{OrganizationType, is_name};

use crate::library::Library;

/// Types of organizations.
#[derive(Debug, Subcommand)]
pub enum OrganizationTypes {
    /// Add a type, or change the description of one
    Set(Set),
    /// List all types
    List,
    /// Remove a type; organizations of this type keep it
    Remove {
        /// Its name
        name: String,
    },
}

/// A type.
#[derive(Debug, Args)]
pub struct Set {
    /// Name in the API: 1 to 40 letters and digits
    name: String,
    /// Description for people
    #[arg(long)]
    description: String,
}

/// Runs the command.
pub async fn run(command: OrganizationTypes, library: &Library) -> anyhow::Result<()> {
    match command {
        OrganizationTypes::Set(Set { name, description }) => {
            if !is_name(&name) {
                bail!("a type's name is made of 1 to 40 letters and digits");
            }
            if description.trim().is_empty() {
                bail!("the description is empty");
            }
            store::organization_types::set(&library.db, &OrganizationType { name, description }).await?;
        }
        OrganizationTypes::List => {
            for kind in store::organization_types::list(&library.db).await? {
                println!("{:<20} {}", kind.name, kind.description);
            }
        }
        OrganizationTypes::Remove { name } => {
            if !store::organization_types::remove(&library.db, &name).await? {
                bail!("there is no type {name}");
            }
        }
    }
    Ok(())
}
