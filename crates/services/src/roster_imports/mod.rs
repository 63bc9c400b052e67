//! Tables of members that sponsors upload on the pages (docs/rosters.md#on-the-pages): read, compared with
//! the members of the organization, shown, and written when the sponsor confirms what was shown.

mod confirm;
mod judge;
mod upload;

pub use confirm::{ConfirmedImport, ImportConfirmation, ImportOutcome, confirm, discard};
pub use judge::{JudgedRow, JudgedTable, Judgement, is_read_column};
pub use roster_files::{RecognizedColumn, RosterColumn, RosterFileKind};
pub use upload::{MAX_TABLE_BYTES, MAX_TABLE_ROWS, TableUpload, upload};

use store::Tx;
use store::roster_imports::PendingImport;

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::operation::Operation;
use judge::judge_table;

/// A table that waits for its confirmation, compared with the members as they are now.
#[derive(Debug, Clone)]
pub struct ImportPreview {
    pub id: String,
    /// Name of the file on the sponsor's computer.
    pub file_name: String,
    pub table: JudgedTable,
}

/// Compares the sponsor's uploaded table with the members of the organization. Nothing is changed.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND` if the table was confirmed or discarded, or is older than a day.
pub async fn view(op: &Operation, id: &str) -> Result<ImportPreview> {
    op.require_sponsor()?;
    let mut tx = op.db().begin().await?;
    let pending = find_pending(op, &mut tx, id).await?;
    let judged = judge_table(op, &mut tx, &pending).await?;
    tx.rollback().await?;
    op.record_reads(judged.plan.compared_members()).await?;
    Ok(judged.into_preview(pending))
}

async fn find_pending(op: &Operation, tx: &mut Tx, id: &str) -> Result<PendingImport> {
    let sponsor = op.require_sponsor()?;
    let pending = store::roster_imports::get(tx, &sponsor.account.id, id, op.now).await?;
    let own = pending.filter(|pending| pending.organization == sponsor.organization.id);
    own.ok_or_else(|| ErrorKey::RecordNotFound.into())
}
