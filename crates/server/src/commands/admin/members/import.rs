//! `openshelf admin members import`: imports a table of members.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use api::http::fields::{fault_message, parameter_name};
use clap::Args;
use roster_files::{RosterColumn, RosterFileKind, RosterLimits, RosterTable};
use services::Field;
use services::members::import::{
    COLUMNS, GeneratedPassword, ImportRow, MAX_ROWS, Options, REQUIRED_COLUMNS, RowOutcome, import,
};

use crate::commands::admin::operator::{begin_operation, to_command_error};
use crate::library::Library;

/// Limit of refused rows that are listed.
const MAX_LISTED_ROWS: usize = 1_000;

/// A table of members.
#[derive(Debug, Args)]
pub struct ImportMembers {
    /// A CSV file, an Excel workbook (.xlsx) or a OneRoster export (.zip). CSV files and workbooks name the
    /// columns: firstName, lastName, dateOfBirth and grade, and if you have them username, password,
    /// sourcedId, disabilityType, disabilityPlan, proofSource, safeSearch and allowSearchDownloads; common
    /// names in English, French, Spanish and German are understood, too
    file: PathBuf,
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
    /// Report what would happen to each row, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Generate a password for each new user name without one, and write them into this file, which must not
    /// exist yet
    #[arg(long, value_name = "FILE")]
    generate_passwords: Option<PathBuf>,
}

/// Runs the command.
pub async fn run(args: ImportMembers, library: &Library) -> anyhow::Result<()> {
    let rows = read_rows(&args.file, library).await;
    let rows = rows.with_context(|| format!("reading {}", args.file.display()))?;
    let options = Options {
        dry_run: args.dry_run,
        generate_passwords: args.generate_passwords.is_some(),
        file_name: args.file.file_name().and_then(OsStr::to_str),
    };
    // Created before anything is written, so that generated passwords are never lost.
    let mut out = match args.generate_passwords.as_deref().filter(|_| !args.dry_run) {
        Some(path) => {
            Some(create_private_file(path).with_context(|| format!("creating {}", path.display()))?)
        }
        None => None,
    };
    let op = &begin_operation(library, "openshelf admin members import")?;
    let imported = import(op, &args.organization, &rows, options).await.map_err(to_command_error)?;
    if let Some(out) = &mut out {
        write_passwords(out, &imported.generated_passwords).context("writing the passwords")?;
    }
    print_report(&imported.rows, args.dry_run);
    let count = |kind: fn(&RowOutcome) -> bool| imported.rows.iter().filter(|(_, row)| kind(row)).count();
    let refused = count(|row| matches!(row, RowOutcome::Refused(_)));
    println!(
        "created {}, changed {}, unchanged {}, refused {refused}",
        count(|row| matches!(row, RowOutcome::Created)),
        count(|row| matches!(row, RowOutcome::Changed(_))),
        count(|row| matches!(row, RowOutcome::Unchanged)),
    );
    if refused > 0 {
        bail!("{refused} rows are refused, so nothing was imported; correct them and run the command again");
    }
    if !imported.was_written {
        println!("Nothing was imported: this was a dry run.");
    }
    if let Some(run) = &imported.run {
        println!("run {run}: openshelf admin members undo undoes it within 30 days");
    }
    Ok(())
}

/// Reads all rows of a table in a worker process, and reports what was assumed and left out.
async fn read_rows(path: &Path, library: &Library) -> anyhow::Result<Vec<ImportRow>> {
    let limit = RosterLimits::default().file_bytes;
    if tokio::fs::metadata(path).await?.len() > limit {
        bail!("more than {limit} bytes: import the table in parts");
    }
    let table = library.delivery.read_roster(tokio::fs::read(path).await?.into()).await?;
    for remark in &table.remarks {
        eprintln!("{remark}");
    }
    let missing: Vec<&str> = REQUIRED_COLUMNS
        .into_iter()
        .filter(|field| !column_of(*field).is_some_and(|column| table.has_column(column)))
        .map(parameter_name)
        .collect();
    if !missing.is_empty() {
        bail!("the header does not name the columns {}", missing.join(", "));
    }
    let ignored = ignored_headers(&table);
    if !ignored.is_empty() {
        eprintln!("ignored columns: {}", ignored.join(", "));
    }
    to_import_rows(&table)
}

/// The columns that are not imported.
fn ignored_headers(table: &RosterTable) -> Vec<&str> {
    let is_imported =
        |column: RosterColumn| COLUMNS.into_iter().any(|field| column_of(field) == Some(column));
    let ignored = table.columns.iter().filter(|column| !column.column.is_some_and(is_imported));
    ignored.map(|column| column.header.as_str()).filter(|header| !header.is_empty()).collect()
}

/// The rows as they are imported. People who have left the school are not, in exports that say so.
fn to_import_rows(table: &RosterTable) -> anyhow::Result<Vec<ImportRow>> {
    let is_export = matches!(table.kind, RosterFileKind::OneRoster11 | RosterFileKind::OneRoster12);
    let mut rows = Vec::new();
    let mut inactive = 0;
    for row in &table.rows {
        let cell = |column: RosterColumn| row.cells.get(&column).map_or("", String::as_str);
        if is_export && row.fault.is_none() && cell(RosterColumn::Status) != "active" {
            inactive += 1;
            continue;
        }
        if rows.len() == MAX_ROWS {
            bail!("more than {MAX_ROWS} rows: import the table in parts");
        }
        rows.push(match &row.fault {
            None => ImportRow::from_cells(row.line, |field| column_of(field).map_or("", cell)),
            Some(fault) => ImportRow::unreadable(row.line, fault.clone()),
        });
    }
    if inactive > 0 {
        eprintln!("{inactive} students who are not active were left out.");
    }
    Ok(rows)
}

/// The column of files that is imported into this field.
fn column_of(field: Field) -> Option<RosterColumn> {
    Some(match field {
        Field::SourcedId => RosterColumn::SourcedId,
        Field::FirstName => RosterColumn::FirstName,
        Field::LastName => RosterColumn::LastName,
        Field::DateOfBirth => RosterColumn::DateOfBirth,
        Field::Grade => RosterColumn::Grade,
        Field::Username => RosterColumn::Username,
        Field::Password => RosterColumn::Password,
        Field::DisabilityType => RosterColumn::DisabilityType,
        Field::DisabilityPlan => RosterColumn::DisabilityPlan,
        Field::ProofSource => RosterColumn::ProofSource,
        Field::SafeSearch => RosterColumn::SafeSearch,
        Field::AllowSearchDownloads => RosterColumn::AllowSearchDownloads,
        _ => return None,
    })
}

/// Creates a file that only its owner can read.
fn create_private_file(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

fn write_passwords(out: &mut File, generated: &[GeneratedPassword]) -> anyhow::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["username", "password"])?;
    for GeneratedPassword { username, password } in generated {
        table.write_record([username, &password.0])?;
    }
    table.flush()?;
    table.into_inner().map_err(csv::IntoInnerError::into_error)?.flush()?;
    Ok(())
}

/// Reports the outcome of every row of a dry run; otherwise the refused rows.
fn print_report(rows: &[(u64, RowOutcome)], dry_run: bool) {
    let mut refused = 0;
    for (line, outcome) in rows {
        match outcome {
            RowOutcome::Refused(faults) => {
                refused += 1;
                if refused <= MAX_LISTED_ROWS {
                    let faults: Vec<String> = faults.iter().map(fault_message).collect();
                    eprintln!("line {line}: {}", faults.join("; "));
                }
            }
            RowOutcome::Created if dry_run => println!("line {line}: created"),
            RowOutcome::Changed(columns) if dry_run => {
                let columns: Vec<&str> = columns.iter().copied().map(parameter_name).collect();
                println!("line {line}: changed: {}", columns.join(", "));
            }
            RowOutcome::Unchanged if dry_run => println!("line {line}: unchanged"),
            RowOutcome::Created | RowOutcome::Changed(_) | RowOutcome::Unchanged => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use roster_files::read_roster;

    use super::*;

    #[test]
    fn every_column_of_an_import_is_one_of_files() {
        for field in COLUMNS {
            assert!(column_of(field).is_some(), "{}", parameter_name(field));
            let header = format!("{},firstName,lastName\nx,y,z\n", parameter_name(field));
            let table = read_roster(header.as_bytes(), &RosterLimits::default()).unwrap();
            assert_eq!(table.columns[0].column, column_of(field));
        }
    }

    #[test]
    fn columns_that_are_not_imported_are_reported() {
        let file = "First name,Surname,School,Note,,Class\na,b,c,d,e,f\n";
        let table = read_roster(file.as_bytes(), &RosterLimits::default()).unwrap();
        assert_eq!(ignored_headers(&table), ["School", "Note", "Class"]);
    }
}
