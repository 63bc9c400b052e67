//! Confirming a table that was uploaded, or a file from the folder that is held.

use domain::{AccountId, AuditedAct, RosterRunId};

use super::check::check_table;
use super::columns::TableSender;
use super::write::{TableRules, TableTarget, TableWriter};
use super::{ImportPreview, find_pending, parse_table};
use crate::{ErrorKey, Operation, Result};

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

#[derive(Debug)]
pub enum ImportOutcome {
    Written(ConfirmedImport),
    /// The table would change something else than the sponsor has seen. Nothing was written.
    Changed(Box<ImportPreview>),
}

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
    let ImportConfirmation { adds_doubtful, removes_missing, .. } = *confirmation;
    let pending = find_pending(op, confirmation.id).await?;
    let table = parse_table(&pending)?;
    let sender = TableSender::School;
    let mut writer = TableWriter::new(op, TableRules { sender, adds_doubtful, removes_missing });
    loop {
        let mut tx = op.db().begin().await?;
        // Locks the organization, always before the tables that wait for it.
        let checked = check_table(op, &mut tx, &pending.organization, &table, sender).await?;
        // Of two confirmations the second finds no table.
        if !store::roster_imports::delete(&mut tx, &pending.id).await? {
            return Err(ErrorKey::RecordNotFound.into());
        }
        if checked.table.digest != confirmation.digest {
            tx.rollback().await?;
            return Ok(ImportOutcome::Changed(Box::new(checked.into_preview(pending))));
        }
        let compared: Vec<AccountId> = checked.plan.compared_members().into_iter().cloned().collect();
        if let Some(written) = writer.write_table(tx, TableTarget::from(&pending), &table, checked).await? {
            op.record_reads(&compared).await?;
            return Ok(ImportOutcome::Written(written.import));
        }
    }
}

/// Forgets a table.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND` if it was confirmed or discarded before.
pub async fn discard(op: &Operation, id: &str) -> Result<()> {
    op.require_sponsor()?;
    let pending = find_pending(op, id).await?;
    let mut tx = op.db().begin().await?;
    if !store::roster_imports::delete(&mut tx, &pending.id).await? {
        return Err(ErrorKey::RecordNotFound.into());
    }
    // An uploaded table that its owner gives up is not a decision about anything.
    if pending.hold.is_some() {
        op.record_change(&mut tx, AuditedAct::DiscardRosterFile, &pending.organization).await?;
    }
    Ok(tx.commit().await?)
}
