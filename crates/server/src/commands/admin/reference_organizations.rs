//! `openshelf admin reference-organizations`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::reference_organizations::ReferenceOrganization;
use store::Db;

use crate::library::Library;
use crate::table::{self, Table};

/// The reference list of organizations.
#[derive(Debug, Subcommand)]
pub enum ReferenceOrganizations {
    /// Import a list: entries are added, or replaced if they exist
    Import(Import),
    /// Remove an entry
    Remove {
        /// Its identifier
        id: String,
    },
}

/// A list to import.
#[derive(Debug, Args)]
pub struct Import {
    /// A CSV file in UTF-8. Its first line names the columns: referenceOrgId, name, state and country, and
    /// optionally parentName, organizationType, address1, address2, city, postalCode; for a different
    /// location locationAddress1, locationAddress2, locationCity, locationState, locationCountry and
    /// locationPostalCode
    file: PathBuf,
    /// Type of rows without one
    #[arg(long, value_name = "TYPE")]
    organization_type: Option<String>,
}

/// Required columns.
const NEEDED: [&str; 4] = ["referenceOrgId", "name", "state", "country"];

/// Rows per transaction.
const BATCH: usize = 500;

/// Limit of faulty rows that are listed.
const NAMED: usize = 100;

/// Runs the command.
pub async fn run(command: ReferenceOrganizations, library: &Library) -> anyhow::Result<()> {
    match command {
        ReferenceOrganizations::Import(args) => import(args, &library.db).await,
        ReferenceOrganizations::Remove { id } => {
            if !store::reference_organizations::remove(&library.db, &id).await? {
                bail!("there is no entry {id}");
            }
            Ok(())
        }
    }
}

/// Imports the file row by row: it may be larger than the memory. Faulty rows are listed and skipped.
async fn import(args: Import, db: &Db) -> anyhow::Result<()> {
    let types = store::organization_types::list(db).await?;
    let types: BTreeSet<String> = types.into_iter().map(|kind| kind.name).collect();
    let otherwise = args.organization_type.as_deref();
    if let Some(kind) = otherwise.filter(|kind| !types.contains(*kind)) {
        bail!("{kind} is not a type; see `openshelf admin organization-types list`");
    }
    let name = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("opening {name}"))?;
    let mut table = Table::new(file, &NEEDED).with_context(|| format!("reading {name}"))?;
    let (mut taken, mut refused) = (0, 0);
    let mut batch = BTreeMap::new();
    loop {
        let next = table.next_row().with_context(|| format!("reading {name}"))?;
        let last = next.is_none();
        if let Some((line, row)) = next {
            match row.map_err(|fault| vec![fault]).and_then(|row| entry(&row, otherwise, &types)) {
                // Of several rows with one identifier the last one counts.
                Ok(entry) => drop(batch.insert(entry.id.clone(), entry)),
                Err(faults) => {
                    refused += 1;
                    if refused <= NAMED {
                        eprintln!("line {line}: {}", faults.join("; "));
                    }
                }
            }
        }
        if batch.len() == BATCH || last {
            taken += write(db, std::mem::take(&mut batch)).await?;
        }
        if last {
            break;
        }
    }
    println!("Imported {taken}, skipped {refused}.");
    if refused > 0 {
        bail!("{refused} rows could not be imported; correct them and run the command again");
    }
    Ok(())
}

fn entry(
    row: &table::Row<'_>,
    otherwise: Option<&str>,
    types: &BTreeSet<String>,
) -> Result<ReferenceOrganization, Vec<String>> {
    let entry = ReferenceOrganization::from_row(row, otherwise)?;
    if types.contains(&entry.kind) {
        Ok(entry)
    } else {
        Err(vec![format!("organizationType: {} is not a type", entry.kind)])
    }
}

async fn write(db: &Db, batch: BTreeMap<String, ReferenceOrganization>) -> anyhow::Result<usize> {
    let entries: Vec<ReferenceOrganization> = batch.into_values().collect();
    let mut tx = db.begin().await?;
    store::reference_organizations::upsert_many(&mut tx, &entries).await?;
    tx.commit().await?;
    Ok(entries.len())
}
