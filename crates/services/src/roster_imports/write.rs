//! Writing a table that was compared with the members.

use std::collections::HashMap;

use domain::roster_runs::RosterRunKind;
use domain::{AuditedAct, OrganizationId};
use roster_files::RosterTable;
use store::Tx;
use store::roster_imports::PendingImport;

use super::check::{CheckedImport, check_table};
use super::columns::TableSender;
use super::confirm::ConfirmedImport;
use crate::members::import::{GeneratedPassword, PreparedPassword, prepare_password, write_as_run};
use crate::roster_runs::{NewRosterRun, remove_with_snapshot};
use crate::{Error, ErrorKey, Operation, Result};

/// Maximum number of new sign-ins of one import that does not come from the operator: each password takes a
/// noticeable time to hash.
const MAX_NEW_SIGN_INS: usize = 500;

/// Rules for writing a table: its sender, and which of its changes are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableRules {
    pub(super) sender: TableSender,
    /// True to add people who may be members already.
    pub(super) adds_doubtful: bool,
    /// True to remove members who are not in the file.
    pub(super) removes_missing: bool,
}

/// The members that a table is about, and where it comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableTarget<'a> {
    pub(super) organization: &'a OrganizationId,
    /// Name of the file. `None` if it has none.
    pub(super) file_name: Option<&'a str>,
}

impl<'a> From<&'a PendingImport> for TableTarget<'a> {
    fn from(pending: &'a PendingImport) -> Self {
        Self { organization: &pending.organization, file_name: Some(&pending.file_name) }
    }
}

#[derive(Debug)]
pub(super) struct WrittenTable {
    pub(super) import: ConfirmedImport,
    pub(super) generated_passwords: Vec<GeneratedPassword>,
}

/// Writes one table. Passwords are hashed between its attempts.
pub(super) struct TableWriter<'a> {
    op: &'a Operation,
    rules: TableRules,
    /// Hashes of new passwords, by place of their rows.
    passwords: HashMap<usize, PreparedPassword>,
}

impl<'a> TableWriter<'a> {
    /// Has hashed no passwords yet.
    pub(super) fn new(op: &'a Operation, rules: TableRules) -> Self {
        Self { op, rules, passwords: HashMap::new() }
    }

    /// Writes the table and commits the transaction in which it was compared. `None` if passwords had to be
    /// hashed first: the transaction is rolled back, and the table must be compared again.
    pub(super) async fn write_table(
        &mut self,
        mut tx: Tx,
        target: TableTarget<'_>,
        table: &RosterTable,
        mut checked: CheckedImport,
    ) -> Result<Option<WrittenTable>> {
        let op = self.op;
        if !checked.new_tags.is_empty() {
            add_tags(op, &mut tx, target.organization, &checked).await?;
            checked = check_table(op, &mut tx, target.organization, table, self.rules.sender).await?;
        }
        if !self.rules.adds_doubtful {
            checked.leave_out_doubtful_people();
        }
        let unhashed: Vec<usize> =
            checked.plan.signing_in().filter(|row| !self.passwords.contains_key(row)).collect();
        if unhashed.is_empty() {
            return self.write_checked(tx, target, checked).await.map(Some);
        }
        // Hashed outside of the transaction: it is slow, and SQLite has one writer. Then the table is
        // compared again.
        tx.rollback().await?;
        let is_limited = self.rules.sender == TableSender::School;
        if is_limited && self.passwords.len() + unhashed.len() > MAX_NEW_SIGN_INS {
            let reason = format!("A file may give a sign-in to at most {MAX_NEW_SIGN_INS} members.");
            return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
        }
        for row in unhashed {
            self.passwords.insert(row, prepare_password(op, &checked.rows[row]).await?);
        }
        Ok(None)
    }

    async fn write_checked(
        &mut self,
        mut tx: Tx,
        target: TableTarget<'_>,
        checked: CheckedImport,
    ) -> Result<WrittenTable> {
        let op = self.op;
        let TableTarget { organization, file_name } = target;
        let run = NewRosterRun { organization, kind: RosterRunKind::Import, file_name };
        let plan = (&checked.plan, checked.known.as_slice());
        let run = write_as_run(op, &mut tx, &run, plan, &self.passwords).await?;
        let mut import = ConfirmedImport { run, removal: None };
        let generated_passwords = self.take_generated_passwords(&checked);
        if self.rules.removes_missing && !checked.missing.is_empty() {
            // They are locked since they were compared.
            import.removal = Some(remove_with_snapshot(op, &mut tx, organization, checked.missing).await?);
        }
        tx.commit().await?;
        Ok(WrittenTable { import, generated_passwords })
    }

    /// The passwords that were generated for the rows of a plan that was written.
    fn take_generated_passwords(&mut self, checked: &CheckedImport) -> Vec<GeneratedPassword> {
        let generated = checked.plan.signing_in().filter_map(|row| {
            let password = self.passwords.remove(&row)?.generated_password?;
            Some(GeneratedPassword { username: checked.rows[row].username()?.to_owned(), password })
        });
        generated.collect()
    }
}

async fn add_tags(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    checked: &CheckedImport,
) -> Result<()> {
    let names: Vec<(Option<&str>, Option<&str>)> =
        checked.new_tags.iter().map(|names| (names.district.as_deref(), names.school.as_deref())).collect();
    store::roster_tags::add_many(tx, organization, &names, op.now).await?;
    op.record_change(tx, AuditedAct::CreateRosterTag, organization).await
}
