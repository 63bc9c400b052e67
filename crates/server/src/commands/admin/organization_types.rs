//! `openshelf admin organization-types`.

use clap::{Args, Subcommand};
use domain::organization_types::OrganizationType;
use services::organization_types;

use super::operator::{begin_operation, to_command_error};
use crate::library::Library;

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

pub async fn run(command: OrganizationTypes, library: &Library) -> anyhow::Result<()> {
    match command {
        OrganizationTypes::Set(SetOrganizationType { name, description }) => {
            let op = &begin_operation(library, "openshelf admin organization-types set")?;
            let kind = OrganizationType { name, description };
            organization_types::set(op, &kind).await.map_err(to_command_error)?;
        }
        OrganizationTypes::List => {
            let op = &begin_operation(library, "openshelf admin organization-types list")?;
            for kind in organization_types::list(op).await.map_err(to_command_error)? {
                println!("{:<20} {}", kind.name, kind.description);
            }
        }
        OrganizationTypes::Remove { name } => {
            let op = &begin_operation(library, "openshelf admin organization-types remove")?;
            organization_types::remove(op, &name).await.map_err(to_command_error)?;
        }
    }
    Ok(())
}
