//! `openshelf admin members import`: imports a table of members.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use api::http::fields::{fault_message, parameter_name};
use clap::Args;
use domain::reference_organizations::ReferenceRow as _;
use services::members::import::{
    COLUMNS, GeneratedPassword, ImportRow, MAX_ROWS, Options, REQUIRED_COLUMNS, RowOutcome, import,
};

use crate::commands::admin::operator::{begin_operation, to_command_error};
use crate::library::Library;
use crate::table::Table;

/// Limit of refused rows that are listed.
const MAX_LISTED_ROWS: usize = 1_000;

/// A table of members.
#[derive(Debug, Args)]
pub struct ImportMembers {
    /// A CSV file in UTF-8, separated by commas or semicolons. Its first line names the columns: firstName,
    /// lastName, dateOfBirth and grade, and if you have them username, password, disabilityType,
    /// disabilityPlan, proofSource, safeSearch and allowSearchDownloads
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
    let rows = read_rows(&args.file).with_context(|| format!("reading {}", args.file.display()))?;
    let options = Options { dry_run: args.dry_run, generate_passwords: args.generate_passwords.is_some() };
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
    Ok(())
}

/// Reads all rows of a table.
fn read_rows(path: &Path) -> anyhow::Result<Vec<ImportRow>> {
    let mut file = BufReader::new(File::open(path)?);
    let delimiter = detect_delimiter(file.fill_buf()?);
    file.rewind()?;
    // The columns have the names of the interface's parameters.
    let mut table = Table::with_delimiter(file, delimiter, &REQUIRED_COLUMNS.map(parameter_name))?;
    let known: BTreeSet<&str> = COLUMNS.into_iter().map(parameter_name).collect();
    let others: Vec<&str> = table.columns().filter(|name| !known.contains(name)).collect();
    if !others.is_empty() {
        eprintln!("ignored columns: {}", others.join(", "));
    }
    let mut rows = Vec::new();
    while let Some((line, row)) = table.next_row()? {
        if rows.len() == MAX_ROWS {
            bail!("more than {MAX_ROWS} rows: import the table in parts");
        }
        rows.push(match row {
            Ok(row) => ImportRow::from_cells(line, |column| row.column(parameter_name(column))),
            Err(fault) => ImportRow::unreadable(line, fault),
        });
    }
    Ok(rows)
}

/// Detects the delimiter: the one that is more frequent in the first line.
fn detect_delimiter(beginning: &[u8]) -> u8 {
    let line = String::from_utf8_lossy(beginning.split(|byte| *byte == b'\n').next().unwrap_or_default());
    if line.matches(';').count() > line.matches(',').count() { b';' } else { b',' }
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
    use super::detect_delimiter;

    #[test]
    fn the_delimiter_of_a_table_is_detected() {
        assert_eq!(detect_delimiter(b"firstName;lastName;note\n1,2,3,4,5"), b';');
        assert_eq!(detect_delimiter(b"\xef\xbb\xbffirstName,lastName\r\n;;;;"), b',');
        assert_eq!(detect_delimiter(b""), b',');
    }
}
