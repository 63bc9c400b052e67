//! Export of the personal data that the library holds, for the person (docs/security.md).

mod archive;

use std::fs::File;
use std::path::Path;

use delivery::Delivery;
use domain::accounts::Account;

use crate::accounts::find_managed;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::roles::SignedIn;
use crate::uploads::Sender;

pub use archive::ArchiveCounts;
use archive::{ArchiveSource, write_archive};

/// The archive of everything that the library holds of the user: a zip file, in a temporary place that
/// disappears with the handle. Few are made concurrently.
///
/// # Errors
/// `TOO_MANY_REQUESTS` if too many files are being written; those of the database, the file store and the
/// disk.
pub async fn archive(library: &Library, user: &SignedIn) -> Result<File> {
    let _turn = library.upload_turns().wait_for_turn(&Sender::of_account(Some(user.id()))).await?;
    let folder = tokio::task::spawn_blocking(tempfile::tempdir).await??;
    let path = folder.path().join("data.zip");
    let source = ArchiveSource { db: &library.db, delivery: &library.delivery, now: library.current_time() };
    let written = write_archive(source, &user.reader.account, &path).await.map_err(archive_failed)?;
    tracing::info!(account = %user.id(), records = written.records, "the own data was handed out");
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
pub async fn archive_of(
    cx: &Context<'_>,
    delivery: &Delivery,
    person: &str,
    out: &Path,
) -> Result<(Account, ArchiveCounts)> {
    cx.demand_operator()?;
    let account = find_managed(cx, person).await?;
    cx.record_reads(&[&account.id]).await?;
    let source = ArchiveSource { db: cx.db, delivery, now: cx.now };
    let written = write_archive(source, &account, out).await.map_err(archive_failed)?;
    Ok((account, written))
}

fn archive_failed(error: impl std::fmt::Display) -> Error {
    Error::Io(std::io::Error::other(format!("{error:#}")))
}
