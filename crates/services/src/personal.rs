//! What the library holds of a user, for the user (docs/security.md).

use std::fs::File;

use crate::error::{Error, Result};
use crate::library::Library;
use crate::roles::SignedIn;

/// The archive of everything that the library holds of the user: a zip file, in a temporary place that
/// disappears with the handle. Few are made concurrently.
///
/// # Errors
/// `TOO_MANY_REQUESTS` if too many files are being written; those of the database, the file store and the
/// disk.
pub async fn archive(library: &Library, user: &SignedIn) -> Result<File> {
    let _turn = library.turns().known().await?;
    let folder = tokio::task::spawn_blocking(tempfile::tempdir).await??;
    let path = folder.path().join("data.zip");
    let written = holdings::personal::archive(&library.holdings(), &user.reader.account, &path).await;
    let written = written.map_err(|error| Error::Io(std::io::Error::other(format!("{error:#}"))))?;
    tracing::info!(account = %user.id(), records = written.records, "the own data was handed out");
    // The open file outlives the folder.
    Ok(tokio::task::spawn_blocking(move || File::open(path).inspect(|_| drop(folder))).await??)
}
