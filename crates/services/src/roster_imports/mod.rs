//! Tables of members that sponsors upload on the pages (docs/rosters.md#on-the-pages): read, compared with
//! the members of the organization, shown, and written when the sponsor confirms what was shown. Files from a
//! folder are written by the same rules, or held until a sponsor confirms them
//! (docs/rosters.md#from-a-folder). Tables that the operator imports are compared and written in the same
//! way, all rows or none (docs/rosters.md#by-the-operator).

mod check;
mod columns;
mod confirm;
mod folder;
mod operator;
mod take;
mod upload;
mod write;

pub use crate::members::import::GeneratedPassword;
pub use check::{CheckedRow, CheckedTable, GroupCounts, RowOutcome};
pub use columns::{is_operator_column, is_read_column, list_missing_columns};
pub use confirm::{ConfirmedImport, ImportConfirmation, ImportOutcome, confirm, discard};
pub use domain::roster_folders::{RosterFolderSettings, RosterPause};
pub use domain::roster_holds::{HoldReason, RosterFileEffect, RosterHold};
pub use folder::{FolderView, OrganizationFolder, change_folder, view_folder};
pub use operator::{MAX_OPERATOR_ROWS, OperatorImport, OperatorImportResult, import};
pub use roster_files::{RecognizedColumn, RosterColumn, RosterFileKind, RosterTable};
pub use store::roster_imports::HeldFile;
pub use take::{RosterFile, RosterFolderState, TakenFile, list_folder_states, take};
pub use upload::{MAX_TABLE_BYTES, MAX_TABLE_ROWS, upload};

use store::roster_imports::PendingImport;

use crate::{ErrorKey, Operation, Result};
use check::check_table;
use columns::TableSender;

/// A table that waits for its confirmation, compared with the members as they are now.
#[derive(Debug, Clone)]
pub struct ImportPreview {
    pub id: String,
    /// Name of the file on the sponsor's computer or in the folder.
    pub file_name: String,
    /// Why it is held. `None` if a sponsor uploaded it.
    pub hold: Option<RosterHold>,
    pub table: CheckedTable,
}

/// Compares the sponsor's uploaded table, or a held file, with the members of the organization. Nothing is
/// changed.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND` if the table was confirmed or discarded, or has waited for too long: a
/// day, or 30 days if it is held.
pub async fn view(op: &Operation, id: &str) -> Result<ImportPreview> {
    op.require_sponsor()?;
    let pending = find_pending(op, id).await?;
    let table = parse_table(&pending)?;
    let mut tx = op.db().begin().await?;
    let checked = check_table(op, &mut tx, &pending.organization, &table, TableSender::School).await?;
    tx.rollback().await?;
    op.record_reads(checked.plan.compared_members()).await?;
    Ok(checked.into_preview(pending))
}

/// A table of the sponsor: their own upload, or a held file of the organization.
async fn find_pending(op: &Operation, id: &str) -> Result<PendingImport> {
    let sponsor = op.require_sponsor()?;
    let pending = store::roster_imports::get(op.db(), id, op.now).await?;
    let is_own = |pending: &PendingImport| {
        let is_free = pending.hold.is_some() || pending.account.as_ref() == Some(&sponsor.account.id);
        pending.organization == sponsor.organization.id && is_free
    };
    pending.filter(is_own).ok_or_else(|| ErrorKey::RecordNotFound.into())
}

/// The table of an import that waits. Before the transaction begins: SQLite has one writer.
fn parse_table(pending: &PendingImport) -> Result<RosterTable> {
    Ok(serde_json::from_str(&pending.content).map_err(std::io::Error::other)?)
}
