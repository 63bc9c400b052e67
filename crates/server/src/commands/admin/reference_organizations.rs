//! `openshelf admin reference-organizations`.

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use services::Error;
use services::reference_organizations::{self, ReferenceFile};

use super::operator::{begin_operation, to_command_error};
use crate::library::Library;

/// The reference list of organizations.
#[derive(Debug, Subcommand)]
pub enum ReferenceOrganizations {
    /// Import a list: entries are added, or replaced if they exist
    Import(ImportReferences),
    /// Remove an entry
    Remove {
        /// Its identifier
        id: String,
    },
}

/// A list to import.
#[derive(Debug, Args)]
pub struct ImportReferences {
    /// A CSV file in UTF-8. Its first line names the columns: referenceOrgId, name, state and country, and
    /// optionally parentName, organizationType, address1, address2, city, postalCode; for a different
    /// location locationAddress1, locationAddress2, locationCity, locationState, locationCountry and
    /// locationPostalCode
    file: PathBuf,
    /// Type of rows without one
    #[arg(long, value_name = "TYPE")]
    organization_type: Option<String>,
}

pub async fn run(command: ReferenceOrganizations, library: &Library) -> anyhow::Result<()> {
    match command {
        ReferenceOrganizations::Import(args) => import_file(args, library).await,
        ReferenceOrganizations::Remove { id } => {
            let op = &begin_operation(library, "openshelf admin reference-organizations remove")?;
            reference_organizations::remove(op, &id).await.map_err(to_command_error)
        }
    }
}

/// Imports the file. Faulty rows are listed and skipped.
async fn import_file(args: ImportReferences, library: &Library) -> anyhow::Result<()> {
    let op = &begin_operation(library, "openshelf admin reference-organizations import")?;
    let default_kind = args.organization_type.as_deref();
    let name = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("opening {name}"))?;
    let report = reference_organizations::import(op, ReferenceFile { file, default_kind }).await;
    let report = report.map_err(|error| match error {
        Error::Invalid(_) => {
            let kind = default_kind.unwrap_or_default();
            anyhow!("{kind} is not a type; see `openshelf admin organization-types list`")
        }
        error => to_command_error(error),
    })?;
    for row in &report.faults {
        eprintln!("line {}: {}", row.line, row.reasons.join("; "));
    }
    println!("Imported {}, skipped {}.", report.count_imported(), report.faulty);
    if let Some(reason) = report.unreadable {
        bail!("reading {name}: {reason}");
    }
    if report.faulty > 0 {
        bail!("{} rows could not be imported; correct them and run the command again", report.faulty);
    }
    Ok(())
}
