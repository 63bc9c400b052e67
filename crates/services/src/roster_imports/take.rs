//! Files that come from a folder, without anybody at a browser (docs/rosters.md#from-a-folder).

use std::collections::HashMap;

use bytes::Bytes;
use domain::roster_holds::RosterHold;
use domain::{AuditedAct, Organization, OrganizationId};
use jiff::SignedDuration;
use jobs::emails::{SendEmail, enqueue};
use store::Tx;
use store::roster_folders::{LastFolderTable, note_last_table};
use store::roster_imports::PendingImport;

use super::check::check_table;
use super::columns::TableSender;
use super::confirm::ConfirmedImport;
use super::upload::{MAX_FILE_NAME_CHARS, read_table};
use super::write::{TableRules, TableTarget, TableWriter};
use crate::organizations::find_managed;
use crate::{ErrorKey, Operation, Result};

/// The primary contact gets no second email about held files within this time: a system may write a new file
/// every quarter of an hour.
const QUIET_PERIOD: SignedDuration = SignedDuration::from_hours(20);

/// A file in the folder of an organization.
#[derive(Debug, Clone)]
pub struct RosterFile {
    pub organization: OrganizationId,
    pub file_name: String,
    pub content: Bytes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TakenFile {
    Written(ConfirmedImport),
    /// It waits for a sponsor. Nothing was written.
    Held(RosterHold),
    /// It says the same as the file that was taken last. Nothing was done.
    Repeated,
}

/// Whether files of an organization are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RosterFolderState {
    Open,
    /// Files stay where they are.
    Paused,
}

/// The state of the folders of those of these organizations that exist.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator.
pub async fn list_folder_states(
    op: &Operation,
    organizations: &[OrganizationId],
) -> Result<HashMap<OrganizationId, RosterFolderState>> {
    op.require_operator()?;
    let settings = store::roster_folders::list_settings(op.db(), organizations).await?;
    let state = |is_paused| if is_paused { RosterFolderState::Paused } else { RosterFolderState::Open };
    Ok(settings.into_iter().map(|(id, settings)| (id, state(settings.is_paused_on(op.today())))).collect())
}

/// Reads a file in a worker process and writes it in one transaction, as a sponsor would who confirms it:
/// rows with faults and people who may be members already are left out, and missing members are removed
/// unless the organization keeps them. A file that would do harm is held whole for a sponsor, and the primary
/// contact gets an email. Nobody sees the comparison, so the audit records nothing.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `ORGANIZATION_NOT_FOUND`; `CANNOT_CREATE_USERS` if staff do
/// not let the organization add members; `INVALID_FILE_TYPE` with the reason if the file cannot be read as a
/// table of members; `OPERATION_NOT_ALLOWED` for more new sign-ins than one request can hash; `USER_EXISTS`
/// if a user name was taken meanwhile.
pub async fn take(op: &Operation, file: &RosterFile) -> Result<TakenFile> {
    op.require_operator()?;
    let organization = find_managed(op, file.organization.as_str()).await?;
    if !organization.can_create_users {
        return Err(ErrorKey::CannotCreateUsers.into());
    }
    let table = read_table(op, file.content.clone()).await?;
    let mut pending = PendingImport {
        id: op.random_id(),
        organization: organization.id.clone(),
        account: None,
        file_name: file.file_name.chars().filter(|c| !c.is_control()).take(MAX_FILE_NAME_CHARS).collect(),
        content: serde_json::to_string(&table).map_err(std::io::Error::other)?,
        uploaded: op.now,
        hold: None,
    };
    // Of what was read: workbooks with the same rows differ in the time at which they were written.
    let content = secrets::hash_token(&pending.content);
    let taken = LastFolderTable { organization: &organization.id, content: &content, taken: op.now };
    let folder = store::roster_folders::get(op.db(), &organization.id).await?;
    if folder.last_content.as_deref() == Some(&content) {
        return Ok(TakenFile::Repeated);
    }
    let removes_missing = !folder.settings.keeps_missing;
    let sender = TableSender::School;
    let mut writer = TableWriter::new(op, TableRules { sender, adds_doubtful: false, removes_missing });
    loop {
        let mut tx = op.db().begin().await?;
        let checked = check_table(op, &mut tx, &organization.id, &table, sender).await?;
        note_last_table(&mut tx, taken).await?;
        if let Some(hold) = checked.effect(removes_missing).to_hold() {
            pending.hold = Some(hold);
            hold_table(op, tx, &organization, &pending).await?;
            return Ok(TakenFile::Held(hold));
        }
        if let Some(written) = writer.write_table(tx, TableTarget::from(&pending), &table, checked).await? {
            return Ok(TakenFile::Written(written.import));
        }
    }
}

/// Keeps a table for a sponsor, and tells the primary contact.
async fn hold_table(
    op: &Operation,
    mut tx: Tx,
    organization: &Organization,
    pending: &PendingImport,
) -> Result<()> {
    let before = store::roster_imports::list_held(&mut tx, &organization.id, op.now).await?;
    store::roster_imports::replace_held(&mut tx, pending).await?;
    op.record_change(&mut tx, AuditedAct::HoldRosterFile, &organization.id).await?;
    let is_quiet = before.iter().any(|held| op.now.duration_since(held.taken) < QUIET_PERIOD);
    if let Some(contact) = organization.primary_contact.as_ref().filter(|_| !is_quiet) {
        let email = SendEmail::RosterFileHeld { account: contact.clone(), import: pending.id.clone() };
        enqueue(&mut tx, &email, op.now).await?;
    }
    Ok(tx.commit().await?)
}
