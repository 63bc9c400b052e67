//! Export of the personal data that the library holds, for the person (docs/security.md).

mod archive;

use std::fs::File;
use std::path::Path;

use domain::Account;

use crate::accounts::find_managed;
use crate::uploads::UploadSender;
use crate::{Error, Operation, Result};

pub use archive::ArchiveCounts;
use archive::write_archive;

/// The archive of everything that the library holds of the user: a zip file, in a temporary place that
/// disappears with the handle. Few are made concurrently.
///
/// # Errors
/// `TOO_MANY_REQUESTS` if too many files are being written; those of the database, the file store and the
/// disk.
pub async fn archive(op: &Operation) -> Result<File> {
    let _turn =
        op.library().upload_turns().wait_for_turn(&UploadSender::for_account(Some(op.account_id()?))).await?;
    let folder = tokio::task::spawn_blocking(tempfile::tempdir).await??;
    let path = folder.path().join("data.zip");
    let written = write_archive(op, op.account()?, &path).await.map_err(archive_failed)?;
    tracing::info!(account = %op.account_id()?, records = written.records, "the own data was handed out");
    // The open file outlives the folder.
    Ok(tokio::task::spawn_blocking(move || File::open(path).inspect(|_| drop(folder))).await??)
}

/// Writes the same archive of this person into a new file, which only its owner may read and which appears
/// when it is complete; returns the person, and what is in the file. The audit records the access before the
/// data is read, as for every other access to disability data.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `USER_NOT_FOUND`; those of the database, the file store and
/// the disk.
pub async fn export_person(op: &Operation, person: &str, out: &Path) -> Result<(Account, ArchiveCounts)> {
    op.require_operator()?;
    let account = find_managed(op, person).await?;
    op.record_reads([&account.id]).await?;
    let written = write_archive(op, &account, out).await.map_err(archive_failed)?;
    Ok((account, written))
}

fn archive_failed(error: impl std::fmt::Display) -> Error {
    Error::Io(std::io::Error::other(format!("{error:#}")))
}
