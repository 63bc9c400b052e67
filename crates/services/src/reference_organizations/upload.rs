//! Files that administrators upload: kept in the file store until what they would change is confirmed.

use std::fs::File;

use delivery::Key;
use delivery::keys::INTAKE;
use domain::organization_types::OrganizationType;
use futures_util::TryStreamExt as _;

use super::import::{ImportReport, compare_file, read_rows, write_file};
use crate::uploads::{Spool, Upload};
use crate::{Error, ErrorKey, Fault, Field, Operation, Result};

/// Size limit of an uploaded file, in bytes.
pub const MAX_IMPORT_BYTES: u64 = 32 << 20;
/// Maximum number of rows of an uploaded file, which is imported within one request. A longer list is sent in
/// several files, or imported by the command.
pub const MAX_IMPORT_ROWS: u64 = 100_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceUpload {
    /// The file is kept under this identifier, which nobody can guess, for as long as other uploads of staff.
    Stored(String),
    Unreadable {
        /// The reason why the file cannot be read, in English.
        reason: String,
        /// The types, for the form, which is shown again.
        types: Vec<OrganizationType>,
    },
}

#[derive(Debug, Clone, Copy)]
pub struct UploadedList<'a> {
    /// The identifier that [`upload`] gave it.
    pub id: &'a str,
    /// The type of rows without one. `None` if every row must name its own.
    pub default_kind: Option<&'a str>,
}

impl UploadedList<'_> {
    fn to_key(self) -> Result<Key> {
        let key = Key::parse(&format!("{INTAKE}/{}.csv", self.id)).ok();
        key.filter(|key| key.content_hash() == Some(self.id)).ok_or_else(unknown_file)
    }
}

fn unknown_file() -> Error {
    let reason = "the file was imported already, or it was uploaded too long ago";
    Error::Explained(ErrorKey::NotFound, reason.to_owned())
}

/// Keeps a file of entries until [`import_upload`] writes them. Nothing is changed yet.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn upload(op: &Operation, upload: &Upload) -> Result<ReferenceUpload> {
    op.require_administrator()?;
    let file = upload.open()?;
    let reading = tokio::task::spawn_blocking(move || read_rows(file, Some(MAX_IMPORT_ROWS), |_, _| true));
    if let Err(error) = reading.await? {
        let types = store::organization_types::list(op.db()).await?;
        return Ok(ReferenceUpload::Unreadable { reason: format!("{error:#}"), types });
    }
    let key = Key::intake(&op.random_nonce(), "csv");
    op.delivery().put_file(upload.open()?, &key).await?;
    Ok(ReferenceUpload::Stored(key.content_hash().unwrap_or_default().to_owned()))
}

/// Compares an uploaded file with the list, without importing it.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`; the fault of a type that does
/// not exist; `INVALID_FILE_TYPE` if the file cannot be read to its end.
pub async fn preview_upload(op: &Operation, list: UploadedList<'_>) -> Result<ImportReport> {
    op.require_administrator()?;
    let file = fetch_file(op, &list.to_key()?).await?;
    refuse_unreadable(compare_file(op, file, list.default_kind, MAX_IMPORT_ROWS).await?)
}

/// Imports an uploaded file and deletes it.
///
/// # Errors
/// As for [`preview_upload`].
pub async fn import_upload(op: &Operation, list: UploadedList<'_>) -> Result<ImportReport> {
    op.require_administrator()?;
    let key = list.to_key()?;
    let file = fetch_file(op, &key).await?;
    let import = write_and_delete(op.clone(), file, list.default_kind.map(str::to_owned), key);
    // A separate task completes even if the caller disconnects, so the list is imported as a whole.
    let report = refuse_unreadable(tokio::spawn(import).await??)?;
    tracing::info!(
        new = report.new,
        changed = report.changed,
        faulty = report.faulty,
        by = op.log_name(),
        "a file is imported into the reference list"
    );
    Ok(report)
}

async fn write_and_delete(
    op: Operation,
    file: File,
    default_kind: Option<String>,
    key: Key,
) -> Result<ImportReport> {
    let report = write_file(&op, file, default_kind.as_deref()).await?;
    if let Err(error) = op.delivery().files().delete(&key).await {
        tracing::warn!(%error, %key, "an uploaded file was not deleted");
    }
    Ok(report)
}

/// The uploaded file, in a temporary file of this process.
async fn fetch_file(op: &Operation, key: &Key) -> Result<File> {
    let mut stream = match op.delivery().files().read(key, None).await {
        Err(delivery::Error::Missing(_)) => return Err(unknown_file()),
        read => read?.stream,
    };
    let mut spool = Spool::new(MAX_IMPORT_BYTES).await?;
    while let Some(piece) = stream.try_next().await? {
        spool.write(&piece).await?;
    }
    let file = spool.finish().await?.ok_or_else(unknown_file)?;
    Ok(file.open()?)
}

fn refuse_unreadable(report: ImportReport) -> Result<ImportReport> {
    match report.unreadable {
        Some(reason) => Err(Fault::new(ErrorKey::InvalidFileType, Field::File, reason).into()),
        None => Ok(report),
    }
}
