//! `openshelf admin reference-organizations`.

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use services::reference_organizations;
use services::{Error, Operation};

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

pub async fn run(command: ReferenceOrganizations, op: &Operation) -> anyhow::Result<()> {
    match command {
        ReferenceOrganizations::Import(args) => import_file(args, op).await,
        ReferenceOrganizations::Remove { id } => Ok(reference_organizations::remove(op, &id).await?),
    }
}

/// Imports the file. Faulty rows are listed and skipped.
async fn import_file(args: ImportReferences, op: &Operation) -> anyhow::Result<()> {
    let default_kind = args.organization_type.as_deref();
    let name = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("opening {name}"))?;
    let report = reference_organizations::import(op, file, default_kind).await;
    let report = report.map_err(|error| match error {
        Error::Invalid(_) => {
            let kind = default_kind.unwrap_or_default();
            anyhow!("{kind} is not a type; see `openshelf admin organization-types list`")
        }
        error => error.into(),
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
