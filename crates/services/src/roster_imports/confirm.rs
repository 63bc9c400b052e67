//! Confirming an uploaded table.

use std::collections::HashMap;

use domain::accounts::Account;
use domain::ids::{AccountId, RosterRunId};
use domain::roster_runs::RosterRunKind;
use store::Tx;
use store::roster_imports::PendingImport;

use super::judge::{Judged, judge_table};
use super::{ImportPreview, find_pending};
use crate::accounts::user_exists_on_conflict;
use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::members::import::{PreparedPassword, list_changes, prepare_password, write_plan};
use crate::operation::Operation;
use crate::roster_runs::{NewRosterRun, record_run, remove_with_snapshot};

/// Maximum number of new sign-ins of one import: each password takes a noticeable time to hash.
const MAX_NEW_SIGN_INS: usize = 500;

/// What the sponsor confirms.
#[derive(Debug, Clone, Copy)]
pub struct ImportConfirmation<'a> {
    /// Identifier of the table.
    pub id: &'a str,
    /// The digest of the preview that the sponsor has seen.
    pub digest: &'a str,
    /// True to add people who may be members already.
    pub adds_doubtful: bool,
    /// True to remove members who are not in the file.
    pub removes_missing: bool,
}

/// Outcome of a confirmation.
#[derive(Debug)]
pub enum ImportOutcome {
    /// The table was written.
    Written(ConfirmedImport),
    /// The table would change something else than the sponsor has seen. Nothing was written.
    Changed(Box<ImportPreview>),
}

/// An import that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedImport {
    /// The run of added and changed members. `None` if there are none.
    pub run: Option<RosterRunId>,
    /// The run of removed members. `None` if there are none.
    pub removal: Option<RosterRunId>,
}

/// Writes what the sponsor has seen, in one transaction: rows with faults are left out. The audit records
/// whose data was compared.
///
/// # Errors
/// `NOT_SPONSOR`; `CANNOT_CREATE_USERS`; `RECORD_NOT_FOUND` as for [`view`](super::view);
/// `OPERATION_NOT_ALLOWED` for more new sign-ins than one request can hash; `USER_EXISTS` if a user name was
/// taken meanwhile.
pub async fn confirm(op: &Operation, confirmation: &ImportConfirmation<'_>) -> Result<ImportOutcome> {
    if !op.require_sponsor()?.organization.can_create_users {
        return Err(ErrorKey::CannotCreateUsers.into());
    }
    let mut passwords: HashMap<usize, PreparedPassword> = HashMap::new();
    loop {
        let mut tx = op.db().begin().await?;
        let pending = find_pending(op, &mut tx, confirmation.id).await?;
        let mut judged = judge_table(op, &mut tx, &pending).await?;
        if judged.table.digest != confirmation.digest {
            tx.rollback().await?;
            return Ok(ImportOutcome::Changed(Box::new(judged.into_preview(pending))));
        }
        if !judged.new_tags.is_empty() {
            add_tags(op, &mut tx, &judged).await?;
            judged = judge_table(op, &mut tx, &pending).await?;
        }
        if !confirmation.adds_doubtful {
            judged.leave_out_doubtful();
        }
        let unhashed: Vec<usize> =
            judged.plan.signing_in().filter(|row| !passwords.contains_key(row)).collect();
        if unhashed.is_empty() {
            let written = write_table(op, tx, &pending, &judged, &passwords, confirmation.removes_missing);
            return written.await.map(ImportOutcome::Written);
        }
        // Hashed outside of the transaction: it is slow, and SQLite has one writer. Then the table is
        // compared again.
        tx.rollback().await?;
        if passwords.len() + unhashed.len() > MAX_NEW_SIGN_INS {
            let reason = format!("A file may give a sign-in to at most {MAX_NEW_SIGN_INS} members.");
            return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
        }
        for row in unhashed {
            passwords.insert(row, prepare_password(op, &judged.rows[row]).await?);
        }
    }
}

/// Forgets an uploaded table.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND` if it was confirmed or discarded before.
pub async fn discard(op: &Operation, id: &str) -> Result<()> {
    let sponsor = op.require_sponsor()?;
    if store::roster_imports::delete(op.db(), &sponsor.account.id, id).await? {
        Ok(())
    } else {
        Err(ErrorKey::RecordNotFound.into())
    }
}

async fn add_tags(op: &Operation, tx: &mut Tx, judged: &Judged) -> Result<()> {
    let organization = &op.require_sponsor()?.organization.id;
    let names: Vec<(Option<&str>, Option<&str>)> =
        judged.new_tags.iter().map(|names| (names.district.as_deref(), names.school.as_deref())).collect();
    Ok(store::roster_tags::add_many(tx, organization, &names, op.now).await?)
}

async fn write_table(
    op: &Operation,
    mut tx: Tx,
    pending: &PendingImport,
    judged: &Judged,
    passwords: &HashMap<usize, PreparedPassword>,
    removes_missing: bool,
) -> Result<ConfirmedImport> {
    let organization = &pending.organization;
    if !store::roster_imports::delete(&mut tx, &pending.account, &pending.id).await? {
        return Err(ErrorKey::RecordNotFound.into());
    }
    write_plan(&mut tx, &judged.plan, passwords, op.now).await.map_err(user_exists_on_conflict)?;
    let changes = list_changes(&judged.plan, &judged.known);
    let mut written = ConfirmedImport { run: None, removal: None };
    if !changes.is_empty() {
        let kind = RosterRunKind::Import;
        let run = NewRosterRun { organization, kind, file_name: Some(&pending.file_name) };
        written.run = Some(record_run(op, &mut tx, &run, &changes).await?);
    }
    if removes_missing && !judged.missing.is_empty() {
        let ids: Vec<AccountId> = judged.missing.iter().map(|account| account.id.clone()).collect();
        let accounts: Vec<Account> = store::members::lock_chosen(&mut tx, organization, &ids).await?;
        written.removal = Some(remove_with_snapshot(op, &mut tx, organization, accounts).await?);
    }
    tx.commit().await?;
    op.record_reads(judged.plan.compared_members()).await?;
    Ok(written)
}
