//! Uploading a table.

use bytes::Bytes;
use roster_files::RosterTable;
use store::roster_imports::{self, PendingImport};

use crate::uploads::Upload;
use crate::{Error, ErrorKey, Fault, Field, Operation, Result};

pub const MAX_TABLE_BYTES: u64 = 20 << 20;
/// Maximum number of rows of a table: more are imported by `openshelf admin members import`.
pub const MAX_TABLE_ROWS: usize = 20_000;
/// Characters of a file's name that are kept.
pub(super) const MAX_FILE_NAME_CHARS: usize = 255;

/// Reads a table in a worker process and keeps it until the sponsor confirms it, in place of the one that the
/// same sponsor uploaded before. Returns its identifier.
///
/// # Errors
/// `NOT_SPONSOR`; `CANNOT_CREATE_USERS` if staff do not let the organization add members;
/// `INVALID_FILE_TYPE` with the reason if the file cannot be read as a table of members.
pub async fn upload(op: &Operation, file: &Upload, file_name: &str) -> Result<String> {
    let sponsor = op.require_sponsor()?;
    if !sponsor.organization.can_create_users {
        return Err(ErrorKey::CannotCreateUsers.into());
    }
    let table = read_table(op, file.read_all().await?).await?;
    let pending = PendingImport {
        id: op.random_id(),
        organization: sponsor.organization.id.clone(),
        account: Some(sponsor.account.id.clone()),
        file_name: file_name.chars().take(MAX_FILE_NAME_CHARS).collect(),
        content: serde_json::to_string(&table).map_err(std::io::Error::other)?,
        uploaded: op.now,
        hold: None,
    };
    let mut tx = op.db().begin().await?;
    roster_imports::replace_upload(&mut tx, &pending).await?;
    tx.commit().await?;
    Ok(pending.id)
}

/// Reads a table in a worker process: `INVALID_FILE_TYPE` with the reason if that is not possible.
pub(super) async fn read_table(op: &Operation, content: Bytes) -> Result<RosterTable> {
    let refuse = |reason: String| Error::from(Fault::new(ErrorKey::InvalidFileType, Field::File, reason));
    let table = match op.delivery().read_roster(content).await {
        Ok(table) => table,
        Err(delivery::Error::Book(reason) | delivery::Error::Limit(reason)) => return Err(refuse(reason)),
        Err(error) => return Err(error.into()),
    };
    if table.rows.len() > MAX_TABLE_ROWS {
        return Err(refuse(format!("has more than {MAX_TABLE_ROWS} rows")));
    }
    Ok(table)
}
