//! A table of members: who is in it is added to an organization or changed, all or nobody
//! (docs/rules/organizations.md#rule-1).
//!
//! A row is matched with a member by its user name, or else by name and birth date. Importing the same table
//! again changes nothing.

mod groups;
mod plan;
mod row;
mod write;

pub use row::{COLUMNS, ImportRow, REQUIRED_COLUMNS};

use std::collections::HashMap;

use domain::ids::RosterRunId;
use domain::roster_runs::RosterRunKind;

use crate::error::{Fault, Result};
use crate::fields::Field;
use crate::keys::ErrorKey;
use crate::operation::Operation;
use crate::organizations::{find_managed, lock_managed};
use crate::roster_runs::NewRosterRun;
use crate::values::{NewPassword, generated_password};
pub(crate) use groups::{ClassName, GroupBasis, GroupChange};
pub(crate) use plan::{Action, Plan, PlanBasis};
pub(crate) use row::SchoolNames;
pub(crate) use write::write_as_run;

/// Rows of one table. What is larger is imported in parts.
pub const MAX_ROWS: usize = 50_000;

/// Options of an import.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// Says what would happen, and changes nothing.
    pub dry_run: bool,
    /// Generates a password for each row that needs one and has none.
    pub generate_passwords: bool,
    /// Name of the file that the table came from.
    pub file_name: Option<&'a str>,
}

/// Outcome of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowOutcome {
    /// A new member.
    Created,
    /// A member whose columns change.
    Changed(Vec<Field>),
    /// A member who is as the row says.
    Unchanged,
    /// A row with faults: nothing is imported.
    Refused(Vec<Fault>),
}

/// A password that was generated.
#[derive(Debug, Clone)]
pub struct GeneratedPassword {
    /// The user name.
    pub username: String,
    /// The password, which must be changed at the first sign-in.
    pub password: NewPassword,
}

/// The result of importing a table.
#[derive(Debug)]
pub struct ImportResult {
    /// Each row's line and what becomes of it, in the order of the table.
    pub rows: Vec<(u64, RowOutcome)>,
    /// Passwords that were generated. Empty unless the table was written.
    pub generated_passwords: Vec<GeneratedPassword>,
    /// True if it was written: not if it is a dry run, or a row was refused.
    pub was_written: bool,
    /// The run that can be undone (docs/rules/organizations.md#rule-14). `None` if nothing has changed.
    pub run: Option<RosterRunId>,
}

/// A password before it is written.
pub(crate) struct PreparedPassword {
    hash: String,
    /// The password, if it was generated.
    generated_password: Option<NewPassword>,
}

/// Imports a table of members of an organization in one transaction: all rows or none. The number of
/// statements grows with every few hundred rows. Whose disabilities are compared is written down, as for
/// every reader of them.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`. Faults of rows are part of the result.
pub async fn import(
    op: &Operation,
    organization: &str,
    rows: &[ImportRow],
    options: Options<'_>,
) -> Result<ImportResult> {
    // Before passwords are hashed, which is slow: what does not exist needs no hash.
    find_managed(op, organization).await?;
    let mut passwords: HashMap<usize, PreparedPassword> = HashMap::new();
    loop {
        let mut tx = op.db().begin().await?;
        let found = lock_managed(op, &mut tx, organization).await?;
        let known = store::members::with_proofs(&mut tx, &found.id).await?;
        let logins: Vec<&str> = rows.iter().filter_map(ImportRow::username).collect();
        let logins = store::accounts::by_logins(&mut tx, &logins).await?;
        let basis = PlanBasis { organization: &found, known: &known, logins: &logins, tags: &HashMap::new() };
        let plan = Plan::from_rows(op, &basis, rows, options.generate_passwords);
        if plan.refuses_row() || options.dry_run {
            tx.rollback().await?;
            op.record_reads(plan.compared_members()).await?;
            return Ok(ImportResult {
                rows: plan.row_outcomes(rows),
                generated_passwords: Vec::new(),
                was_written: false,
                run: None,
            });
        }
        let missing: Vec<usize> = plan.signing_in().filter(|row| !passwords.contains_key(row)).collect();
        if missing.is_empty() {
            let kind = RosterRunKind::Import;
            let run = NewRosterRun { organization: &found.id, kind, file_name: options.file_name };
            let run = write_as_run(op, &mut tx, &run, (&plan, &known), &passwords).await?;
            tx.commit().await?;
            op.record_reads(plan.compared_members()).await?;
            let generated = plan.signing_in().filter_map(|row| {
                let password = passwords.remove(&row)?.generated_password?;
                Some(GeneratedPassword { username: rows[row].username()?.to_owned(), password })
            });
            let generated = generated.collect();
            return Ok(ImportResult {
                rows: plan.row_outcomes(rows),
                generated_passwords: generated,
                was_written: true,
                run,
            });
        }
        // Hashed outside of the transaction: it is slow, and SQLite has one writer. Then the table is
        // compared again.
        tx.rollback().await?;
        for row in missing {
            passwords.insert(row, prepare_password(op, &rows[row]).await?);
        }
    }
}

/// Hashes the password of a row, or one that is generated for it. Slow: call it outside a transaction.
pub(crate) async fn prepare_password(op: &Operation, row: &ImportRow) -> Result<PreparedPassword> {
    let generated = row.password().is_none().then(|| generated_password(&mut op.rng()));
    let password = row.password().or(generated.as_ref());
    let hash = op.hash_if_sent(password).await?.ok_or(ErrorKey::InvalidPassword)?;
    Ok(PreparedPassword { hash, generated_password: generated })
}

impl Plan {
    /// The outcome of each row.
    fn row_outcomes(&self, rows: &[ImportRow]) -> Vec<(u64, RowOutcome)> {
        let outcome = |action: &Action| match action {
            Action::Create(_) => RowOutcome::Created,
            Action::Change(change) => RowOutcome::Changed(change.columns.clone()),
            Action::Keep(_) => RowOutcome::Unchanged,
            Action::Refuse(faults) => RowOutcome::Refused(faults.clone()),
        };
        rows.iter().zip(&self.actions).map(|(row, action)| (row.line, outcome(action))).collect()
    }
}
