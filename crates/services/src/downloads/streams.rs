//! A copy that is read file by file from signed addresses, without key and token: the files have the same
//! paths as in the package, so that they find each other. It is the same package as that of single files
//! (docs/rules/downloads.md#rule-7), and counts like it.

use std::sync::Arc;

use delivery::Speed;
use delivery::tickets::StreamTicket;
use domain::DownloadId;

use super::files::{check_holds, extract_resource, load_content};
use super::request::{CopyRequest, Request};
use super::unpacked::UnpackedPackage;
use crate::files::{self, TicketFile};
use crate::{ErrorKey, Operation, Result};

pub use delivery::resources::Resource;
pub use delivery::{Contents, ContentsEntry};

/// An EPUB that is read file by file.
#[derive(Debug, Clone)]
pub struct Stream {
    /// Opens each of its files, for 24 hours.
    pub ticket: String,
    /// Files of the package, in its order.
    pub files: Arc<Vec<Resource>>,
    /// The order in which it is read.
    pub contents: Contents,
}

/// The caller's copy as files. If there is no package, this call makes it.
///
/// # Errors
/// Those of [`deliver`](super::deliver).
pub async fn open_stream(op: &Operation, copy: &CopyRequest) -> Result<Stream> {
    let request = Request::load_with_decision(op, copy).await?;
    let unpacked = UnpackedPackage::get_or_make(&request).await?;
    read_stream(op, &unpacked).await
}

/// The caller's copy as files, without starting anything. `None` if there is no package.
///
/// # Errors
/// Those of [`open_stream`], except those of making a package.
pub async fn existing_stream(op: &Operation, copy: &CopyRequest) -> Result<Option<Stream>> {
    let request = Request::load_with_decision(op, copy).await?;
    match UnpackedPackage::check_and_find_ready(&request).await? {
        Some(unpacked) => Ok(Some(read_stream(op, &unpacked).await?)),
        None => Ok(None),
    }
}

async fn read_stream(op: &Operation, unpacked: &UnpackedPackage) -> Result<Stream> {
    let files = op.delivery().list_resources(&unpacked.package, &unpacked.version).await?;
    let contents = op.delivery().read_contents(&unpacked.package).await?;
    let ticket = StreamTicket { stream: unpacked.download.id };
    let ticket = op.delivery().tickets().mint_stream(&ticket, op.library().current_time());
    Ok(Stream { ticket, files, contents })
}

/// A file of a copy that is read file by file.
#[derive(Debug, Clone, Copy)]
pub struct StreamedFile<'a> {
    /// Opens the copy: that of [`Stream`].
    pub ticket: &'a str,
    pub path: &'a str,
}

/// One file of the copy that a ticket opens.
///
/// # Errors
/// `LINK_EXPIRED` if the ticket is not valid, or the copy is no longer available; `RESOURCE_NOT_FOUND`.
pub async fn open_streamed_file(op: &Operation, file: StreamedFile<'_>) -> Result<TicketFile> {
    let StreamedFile { ticket, path } = file;
    let opened = op.delivery().tickets().open_stream(ticket, op.now);
    let StreamTicket { stream } = opened.map_err(|_| ErrorKey::LinkExpired)?;
    let unpacked = find_package(op, stream).await?;
    let file = unpacked.version.resource_id(path);
    let ticket = extract_resource(op, &unpacked, &file, Speed::NORMAL).await?;
    files::open(op, &ticket).await
}

/// The package of a record, as long as its reader may have it.
async fn find_package(op: &Operation, id: DownloadId) -> Result<UnpackedPackage> {
    let download = store::downloads::get(op.db(), id).await?.ok_or(ErrorKey::LinkExpired)?;
    let content = load_content(op, &download.item).await?;
    let unpacked = UnpackedPackage::from_download(download)?;
    check_holds(op, &content, &unpacked).await?;
    Ok(unpacked)
}
