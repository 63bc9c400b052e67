//! `openshelf admin members import`: imports a table of members.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use api::http::fields::parameter_name;
use clap::Args;
use domain::OrganizationId;
use domain::csv_cells::neutralize_formula;
use roster_files::{RosterLimits, RosterTable};
use services::Operation;
use services::roster_imports::{
    ConfirmedImport, GeneratedPassword, MAX_OPERATOR_ROWS, MAX_TABLE_BYTES, OperatorImport, RosterFile,
    TakenFile, import, is_operator_column, list_missing_columns, take,
};

use super::report::TableReport;
use crate::commands::admin::operator::print_run;
use crate::library::Library;

/// A table of members.
#[derive(Debug, Args)]
pub struct ImportMembers {
    /// A CSV file, an Excel workbook (.xlsx) or a OneRoster export (.zip). CSV files and workbooks name the
    /// columns: firstName, lastName, dateOfBirth and grade, and if you have them username, password,
    /// sourcedId, school, district, class, disabilityType, disabilityPlan, proofSource, safeSearch and
    /// allowSearchDownloads; common names in English, French, Spanish and German are understood, too
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
    /// Add people who may be members already; they are left out otherwise
    #[arg(long)]
    add_doubtful: bool,
    /// Remove members whom the file calls inactive and, if it is the list of a school, members of this school
    /// who are not in it
    #[arg(long)]
    remove_missing: bool,
    /// Import like a file from the folder of the organization, for scripts: rows with faults are left out,
    /// missing members are removed as the organization has chosen, and a file that would remove too many is
    /// held for a sponsor
    #[arg(long, conflicts_with_all = ["dry_run", "generate_passwords", "add_doubtful", "remove_missing"])]
    unattended: bool,
}

pub async fn run(args: ImportMembers, op: &Operation, library: &Library) -> anyhow::Result<()> {
    if args.unattended {
        return take_file(&args, op).await;
    }
    let table = read_table(&args.file, library).await;
    let table = table.with_context(|| format!("reading {}", args.file.display()))?;
    // Created before anything is written, so that generated passwords are never lost.
    let mut out = match args.generate_passwords.as_deref().filter(|_| !args.dry_run) {
        Some(path) => {
            Some(create_private_file(path).with_context(|| format!("creating {}", path.display()))?)
        }
        None => None,
    };
    let request = OperatorImport {
        organization: &args.organization,
        table: &table,
        file_name: args.file.file_name().and_then(OsStr::to_str),
        is_dry_run: args.dry_run,
        generates_passwords: args.generate_passwords.is_some(),
        adds_doubtful: args.add_doubtful,
        removes_missing: args.remove_missing,
    };
    let imported = Box::pin(import(op, &request)).await?;
    if let Some(out) = &mut out {
        write_passwords(out, &imported.generated_passwords).context("writing the passwords")?;
    }
    let left_out = table.rows.len() - imported.table.rows.len();
    if left_out > 0 {
        eprintln!("{left_out} students who are not active were left out.");
    }
    let report = TableReport {
        table: &imported.table,
        is_dry_run: args.dry_run,
        adds_doubtful: args.add_doubtful,
        removes_missing: args.remove_missing,
    };
    report.print_rows();
    report.print_counts();
    let refused = report.count_refused();
    if refused > 0 {
        bail!("{refused} rows are refused, so nothing was imported; correct them and run the command again");
    }
    match &imported.written {
        Some(written) => print_runs(written),
        None => println!("Nothing was imported: this was a dry run."),
    }
    Ok(())
}

/// Imports a file as one from the folder of the organization.
async fn take_file(args: &ImportMembers, op: &Operation) -> anyhow::Result<()> {
    let path = &args.file;
    let content = read_file(path, MAX_TABLE_BYTES).await;
    let content = content.with_context(|| format!("reading {}", path.display()))?;
    let file = RosterFile {
        organization: OrganizationId::from(args.organization.as_str()),
        file_name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        content: content.into(),
    };
    match Box::pin(take(op, &file)).await? {
        TakenFile::Written(written) => {
            if written.run.is_none() && written.removal.is_none() {
                println!("Nothing changes.");
            }
            print_runs(&written);
        }
        TakenFile::Held(hold) => {
            let effect = hold.effect;
            bail!(
                "the file is held until a sponsor releases it, and nothing was imported: it would remove {} of \
                 {} members, and {} of its {} rows are refused",
                effect.removed,
                effect.members,
                effect.refused,
                effect.rows
            );
        }
        TakenFile::Repeated => println!("Nothing was imported: the file before it said the same."),
    }
    Ok(())
}

fn print_runs(written: &ConfirmedImport) {
    if let Some(run) = &written.run {
        print_run(run);
    }
    if let Some(removal) = &written.removal {
        println!("run {removal}: the members who were removed");
    }
}

/// Reads a file of at most this many bytes.
async fn read_file(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    if tokio::fs::metadata(path).await?.len() > limit {
        bail!("more than {limit} bytes: import the table in parts");
    }
    Ok(tokio::fs::read(path).await?)
}

/// Reads a table in a worker process, and reports what was assumed and left out.
async fn read_table(path: &Path, library: &Library) -> anyhow::Result<RosterTable> {
    let content = read_file(path, RosterLimits::default().file_bytes).await?;
    let table = library.delivery.read_roster(content.into()).await?;
    for remark in &table.remarks {
        eprintln!("{remark}");
    }
    let missing: Vec<&str> = list_missing_columns(&table).into_iter().map(parameter_name).collect();
    if !missing.is_empty() {
        bail!("the header does not name the columns {}", missing.join(", "));
    }
    if table.rows.len() > MAX_OPERATOR_ROWS {
        bail!("more than {MAX_OPERATOR_ROWS} rows: import the table in parts");
    }
    let ignored = ignored_headers(&table);
    if !ignored.is_empty() {
        eprintln!("ignored columns: {}", ignored.join(", "));
    }
    Ok(table)
}

/// The columns that are not imported.
fn ignored_headers(table: &RosterTable) -> Vec<&str> {
    let ignored = table.columns.iter().filter(|column| !column.column.is_some_and(is_operator_column));
    ignored.map(|column| column.header.as_str()).filter(|header| !header.is_empty()).collect()
}

/// Creates a file that only its owner can read.
fn create_private_file(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

fn write_passwords(out: &mut impl Write, generated: &[GeneratedPassword]) -> anyhow::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["username", "password"])?;
    for GeneratedPassword { username, password } in generated {
        // The user names are the school's, and the table is for a spreadsheet.
        table.write_record([&*neutralize_formula(username), password.0.as_str()])?;
    }
    table.flush()?;
    table.into_inner().map_err(csv::IntoInnerError::into_error)?.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use roster_files::read_roster;
    use services::{Field, NewPassword};

    use super::*;

    fn read_header(header: &str) -> RosterTable {
        read_roster(format!("{header}\na,b\n").as_bytes(), &RosterLimits::default()).unwrap()
    }

    #[test]
    fn columns_that_are_not_imported_are_reported() {
        let table = read_header("First name,Surname,School,Note,,Class,Status");
        assert_eq!(ignored_headers(&table), ["Note"]);
    }

    #[test]
    fn parameters_of_the_interface_are_columns() {
        let fields = [
            Field::FirstName,
            Field::LastName,
            Field::DateOfBirth,
            Field::Grade,
            Field::Username,
            Field::Password,
            Field::SourcedId,
            Field::DisabilityType,
            Field::DisabilityPlan,
            Field::ProofSource,
            Field::SafeSearch,
            Field::AllowSearchDownloads,
        ];
        let table = read_header(&fields.map(parameter_name).join(","));
        assert_eq!(ignored_headers(&table), Vec::<&str>::new());
    }

    #[test]
    fn a_table_of_passwords_has_no_formulas() {
        let generated = ["mia", "=HYPERLINK(\"x\")"].map(|name| GeneratedPassword {
            username: name.to_owned(),
            password: NewPassword("lemon-gold-47".to_owned()),
        });
        let mut table = Vec::new();
        write_passwords(&mut table, &generated).unwrap();
        assert_eq!(
            String::from_utf8(table).unwrap(),
            "username,password\nmia,lemon-gold-47\n\"'=HYPERLINK(\"\"x\"\")\",lemon-gold-47\n"
        );
    }

    #[test]
    fn a_table_without_identifiers_names_what_every_member_has() {
        assert_eq!(
            list_missing_columns(&read_header("First name,Surname")),
            [Field::DateOfBirth, Field::Grade]
        );
        assert_eq!(list_missing_columns(&read_header("sourcedId,Grade")), []);
    }
}
