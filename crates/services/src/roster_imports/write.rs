//! Writing a table that was compared with the members.

use std::collections::HashMap;

use domain::audit::{AuditSubject, AuditedAct};
use domain::roster_runs::RosterRunKind;
use roster_files::RosterTable;
use store::Tx;
use store::roster_imports::PendingImport;

use super::confirm::ConfirmedImport;
use super::judge::{JudgedImport, judge_table};
use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::members::import::{PreparedPassword, prepare_password, write_as_run};
use crate::operation::Operation;
use crate::roster_runs::{NewRosterRun, remove_with_snapshot};

/// Maximum number of new sign-ins of one import: each password takes a noticeable time to hash.
const MAX_NEW_SIGN_INS: usize = 500;

/// Writes one table. Passwords are hashed between its attempts.
pub(super) struct TableWriter<'a> {
    op: &'a Operation,
    /// True to add people who may be members already.
    adds_doubtful: bool,
    /// True to remove members who are not in the file.
    removes_missing: bool,
    /// Hashes of new passwords, by place of their rows.
    passwords: HashMap<usize, PreparedPassword>,
}

impl<'a> TableWriter<'a> {
    /// Has hashed no passwords yet.
    pub(super) fn new(op: &'a Operation, adds_doubtful: bool, removes_missing: bool) -> Self {
        Self { op, adds_doubtful, removes_missing, passwords: HashMap::new() }
    }

    /// Writes the table and commits the transaction in which it was compared. `None` if passwords had to be
    /// hashed first: the transaction is rolled back, and the table must be compared again.
    pub(super) async fn write_table(
        &mut self,
        mut tx: Tx,
        pending: &PendingImport,
        table: &RosterTable,
        mut judged: JudgedImport,
    ) -> Result<Option<ConfirmedImport>> {
        let op = self.op;
        if !judged.new_tags.is_empty() {
            add_tags(op, &mut tx, pending, &judged).await?;
            judged = judge_table(op, &mut tx, &pending.organization, table).await?;
        }
        if !self.adds_doubtful {
            judged.leave_out_doubtful();
        }
        let unhashed: Vec<usize> =
            judged.plan.signing_in().filter(|row| !self.passwords.contains_key(row)).collect();
        if unhashed.is_empty() {
            return self.write_judged(tx, pending, judged).await.map(Some);
        }
        // Hashed outside of the transaction: it is slow, and SQLite has one writer. Then the table is
        // compared again.
        tx.rollback().await?;
        if self.passwords.len() + unhashed.len() > MAX_NEW_SIGN_INS {
            let reason = format!("A file may give a sign-in to at most {MAX_NEW_SIGN_INS} members.");
            return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
        }
        for row in unhashed {
            self.passwords.insert(row, prepare_password(op, &judged.rows[row]).await?);
        }
        Ok(None)
    }

    async fn write_judged(
        &self,
        mut tx: Tx,
        pending: &PendingImport,
        judged: JudgedImport,
    ) -> Result<ConfirmedImport> {
        let (op, organization) = (self.op, &pending.organization);
        let run =
            NewRosterRun { organization, kind: RosterRunKind::Import, file_name: Some(&pending.file_name) };
        let plan = (&judged.plan, judged.known.as_slice());
        let run = write_as_run(op, &mut tx, &run, plan, &self.passwords).await?;
        let mut written = ConfirmedImport { run, removal: None };
        if self.removes_missing && !judged.missing.is_empty() {
            // They are locked since they were compared.
            written.removal = Some(remove_with_snapshot(op, &mut tx, organization, judged.missing).await?);
        }
        tx.commit().await?;
        Ok(written)
    }
}

async fn add_tags(op: &Operation, tx: &mut Tx, pending: &PendingImport, judged: &JudgedImport) -> Result<()> {
    let names: Vec<(Option<&str>, Option<&str>)> =
        judged.new_tags.iter().map(|names| (names.district.as_deref(), names.school.as_deref())).collect();
    store::roster_tags::add_many(tx, &pending.organization, &names, op.now).await?;
    let organization = AuditSubject::Organization(&pending.organization);
    op.record_change(tx, AuditedAct::CreateRosterTag, organization).await
}
