//! `openshelf admin organization-types`.

use clap::{Args, Subcommand};
use domain::organization_types::OrganizationType;
use services::organization_types;

use super::operator::{operator_context, to_command_error};
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

/// Runs the command.
pub async fn run(command: OrganizationTypes, library: &Library) -> anyhow::Result<()> {
    match command {
        OrganizationTypes::Set(SetOrganizationType { name, description }) => {
            let cx = operator_context(library, "openshelf admin organization-types set");
            let kind = OrganizationType { name, description };
            organization_types::set(&cx, &kind).await.map_err(to_command_error)?;
        }
        OrganizationTypes::List => {
            let cx = operator_context(library, "openshelf admin organization-types list");
            for kind in organization_types::list(&cx).await.map_err(to_command_error)? {
                println!("{:<20} {}", kind.name, kind.description);
            }
        }
        OrganizationTypes::Remove { name } => {
            let cx = operator_context(library, "openshelf admin organization-types remove");
            organization_types::remove(&cx, &name).await.map_err(to_command_error)?;
        }
    }
    Ok(())
}
