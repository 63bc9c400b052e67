//! Tables that the operator imports, compared and written like those of sponsors, all rows or none.

use domain::AccountId;
use roster_files::RosterTable;

use super::check::{CheckedTable, RowOutcome, check_table};
use super::columns::TableSender;
use super::confirm::ConfirmedImport;
use super::write::{TableRules, TableTarget, TableWriter, WrittenTable};
use crate::members::import::GeneratedPassword;
use crate::organizations::find_managed;
use crate::{Operation, Result};

/// Maximum number of rows of one table: more are imported in parts.
pub const MAX_OPERATOR_ROWS: usize = 50_000;

#[derive(Debug, Clone, Copy)]
pub struct OperatorImport<'a> {
    pub organization: &'a str,
    pub table: &'a RosterTable,
    /// Name of the file that the table came from. `None` if it has none.
    pub file_name: Option<&'a str>,
    /// True to compare the table, and change nothing.
    pub is_dry_run: bool,
    /// True to generate a password for each new user name without one.
    pub generates_passwords: bool,
    /// True to add people who may be members already.
    pub adds_doubtful: bool,
    /// True to remove members who are not in the file.
    pub removes_missing: bool,
}

#[derive(Debug)]
pub struct OperatorImportResult {
    /// The table with what becomes of its rows.
    pub table: CheckedTable,
    /// The import that was written. `None` for a dry run, and if a row was refused.
    pub written: Option<ConfirmedImport>,
    /// Passwords that were generated. Empty if nothing was written.
    pub generated_passwords: Vec<GeneratedPassword>,
}

/// Compares a table with the members of an organization, and writes it in one transaction unless a row is
/// refused or it is a dry run. People who may be members already are left out, and missing members are kept,
/// as the request says. Disabilities, plans and proofs are written, too. The audit records whose data was
/// compared.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `ORGANIZATION_NOT_FOUND`; `USER_EXISTS` if a user name was
/// taken meanwhile. Faults of rows are part of the result.
pub async fn import(op: &Operation, request: &OperatorImport<'_>) -> Result<OperatorImportResult> {
    op.require_operator()?;
    let organization = find_managed(op, request.organization).await?;
    let OperatorImport { table, generates_passwords, adds_doubtful, removes_missing, .. } = *request;
    let sender = TableSender::Operator { generates_passwords };
    let mut writer = TableWriter::new(op, TableRules { sender, adds_doubtful, removes_missing });
    let target = TableTarget { organization: &organization.id, file_name: request.file_name };
    loop {
        let mut tx = op.db().begin().await?;
        let mut checked = check_table(op, &mut tx, &organization.id, table, sender).await?;
        if adds_doubtful {
            checked.count_doubtful_people();
        }
        let compared: Vec<AccountId> = checked.plan.compared_members().into_iter().cloned().collect();
        let report = checked.table.clone();
        if request.is_dry_run || report.count(|row| matches!(row, RowOutcome::Refused(_))) > 0 {
            tx.rollback().await?;
            op.record_reads(&compared).await?;
            return Ok(OperatorImportResult {
                table: report,
                written: None,
                generated_passwords: Vec::new(),
            });
        }
        let written = writer.write_table(tx, target, table, checked).await?;
        if let Some(WrittenTable { import, generated_passwords }) = written {
            op.record_reads(&compared).await?;
            return Ok(OperatorImportResult { table: report, written: Some(import), generated_passwords });
        }
    }
}
