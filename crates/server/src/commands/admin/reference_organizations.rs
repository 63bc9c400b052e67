//! `openshelf admin reference-organizations`.

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use api::http::fields::fault_message;
use clap::{Args, Subcommand};
use domain::reference_organizations::ReferenceOrganization;
use services::Error;
use services::reference_organizations::{self, ReferenceImport as Writing};

use super::operator::{begin_operation, to_command_error};
use crate::library::Library;
use crate::table::Table;

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

const REQUIRED_COLUMNS: [&str; 4] = ["referenceOrgId", "name", "state", "country"];

const MAX_LISTED_FAULTS: usize = 100;

pub async fn run(command: ReferenceOrganizations, library: &Library) -> anyhow::Result<()> {
    match command {
        ReferenceOrganizations::Import(args) => import_file(args, library).await,
        ReferenceOrganizations::Remove { id } => {
            let op = &begin_operation(library, "openshelf admin reference-organizations remove")?;
            reference_organizations::remove(op, &id).await.map_err(to_command_error)
        }
    }
}

/// Imports the file row by row: it may be larger than the memory. Faulty rows are listed and skipped.
async fn import_file(args: ImportReferences, library: &Library) -> anyhow::Result<()> {
    let op = &begin_operation(library, "openshelf admin reference-organizations import")?;
    let otherwise = args.organization_type.as_deref();
    let mut writing = Writing::begin(op, otherwise).await.map_err(|error| match error {
        Error::Invalid(_) => {
            let kind = otherwise.unwrap_or_default();
            anyhow!("{kind} is not a type; see `openshelf admin organization-types list`")
        }
        error => to_command_error(error),
    })?;
    let name = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("opening {name}"))?;
    let mut table = Table::new(file, &REQUIRED_COLUMNS).with_context(|| format!("reading {name}"))?;
    let mut skipped = 0;
    while let Some((line, row)) = table.next_row().with_context(|| format!("reading {name}"))? {
        let entry = row.map_err(|fault| vec![fault]);
        let entry = entry.and_then(|row| ReferenceOrganization::from_row(&row, otherwise));
        let faults = match entry {
            Ok(entry) => add(&mut writing, entry).await?,
            Err(faults) => faults,
        };
        if !faults.is_empty() {
            skipped += 1;
            if skipped <= MAX_LISTED_FAULTS {
                eprintln!("line {line}: {}", faults.join("; "));
            }
        }
    }
    let imported = writing.finish().await.map_err(to_command_error)?;
    println!("Imported {imported}, skipped {skipped}.");
    if skipped > 0 {
        bail!("{skipped} rows could not be imported; correct them and run the command again");
    }
    Ok(())
}

/// Adds an entry; returns its faults, with which it is skipped.
async fn add(writing: &mut Writing<'_>, entry: ReferenceOrganization) -> anyhow::Result<Vec<String>> {
    match writing.add(entry).await {
        Ok(()) => Ok(Vec::new()),
        Err(Error::Invalid(faults)) => Ok(faults.iter().map(fault_message).collect()),
        Err(error) => Err(to_command_error(error)),
    }
}
