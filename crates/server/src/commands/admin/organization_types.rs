//! `openshelf admin organization-types`.

use clap::{Args, Subcommand};
use domain::organization_types::OrganizationType;
use services::{Operation, organization_types};

/// Types of organizations.
#[derive(Debug, Subcommand)]
pub enum OrganizationTypes {
    /// Add a type, or change the description of one
    Set(SetOrganizationType),
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
pub struct SetOrganizationType {
    /// Name in the API: 1 to 40 letters and digits
    name: String,
    /// Description for people
    #[arg(long)]
    description: String,
}

pub async fn run(command: OrganizationTypes, op: &Operation) -> anyhow::Result<()> {
    match command {
        OrganizationTypes::Set(SetOrganizationType { name, description }) => {
            let kind = OrganizationType { name, description };
            organization_types::set(op, &kind).await?;
        }
        OrganizationTypes::List => {
            for kind in organization_types::list(op).await? {
                println!("{:<20} {}", kind.name, kind.description);
            }
        }
        OrganizationTypes::Remove { name } => {
            organization_types::remove(op, &name).await?;
        }
    }
    Ok(())
}
