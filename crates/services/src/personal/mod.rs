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
    let file = write_temporary(op, op.account()?).await?;
    tracing::info!(account = %op.account_id()?, "the caller's own data was handed out");
    Ok(file)
}

async fn write_temporary(op: &Operation, account: &Account) -> Result<File> {
    let sender = UploadSender::for_account(op.signed_in_id());
    let _turn = op.library().upload_turns().wait_for_turn(&sender).await?;
    let folder = tokio::task::spawn_blocking(tempfile::tempdir).await??;
    let path = folder.path().join("data.zip");
    write_archive(op, account, &path).await.map_err(archive_failed)?;
    // The open file outlives the folder.
    Ok(tokio::task::spawn_blocking(move || File::open(path).inspect(|_| drop(folder))).await??)
}

/// The person whose data an administrator hands out, by identifier, user name or email address.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `USER_NOT_FOUND`.
pub async fn find_person(op: &Operation, person: &str) -> Result<Account> {
    op.require_administrator()?;
    find_managed(op, person).await
}

/// The same archive of this person, for an administrator who hands it out. The audit records the access
/// before the data is read, as for every other access to disability data.
///
/// # Errors
/// Those of [`find_person`] and [`archive`].
pub async fn archive_person(op: &Operation, person: &str) -> Result<File> {
    let account = find_person(op, person).await?;
    op.record_reads([&account.id]).await?;
    let file = write_temporary(op, &account).await?;
    tracing::info!(account = %account.id, by = op.log_name(), "the data of a person was handed out");
    Ok(file)
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
