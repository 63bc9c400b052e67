//! A copy that is read file by file from signed addresses, without key and token: the files have the same
//! paths as in the package, so that they find each other. It is the same package as that of single files
//! (docs/rules/downloads.md#rule-7), and counts like it.

use std::sync::Arc;

use delivery::Speed;
use delivery::tickets::StreamTicket;
use domain::ids::DownloadId;

use super::files::{check_holds, extract_resource, load_content};
use super::request::{CopyRequest, Request};
use super::unpacked::UnpackedPackage;
use crate::caller::Caller;
use crate::error::Result;
use crate::files::{self, TicketFile};
use crate::keys::ErrorKey;
use crate::library::Library;

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
pub async fn open_stream(library: &Library, caller: &Caller, copy: &CopyRequest) -> Result<Stream> {
    let request = Request::load_request(library, caller, copy).await?;
    let unpacked = UnpackedPackage::get_or_make(&request).await?;
    read_stream(library, &unpacked).await
}

/// The caller's copy as files, without starting anything. `None` if there is no package.
///
/// # Errors
/// Those of [`open_stream`], except those of making a package.
pub async fn existing_stream(
    library: &Library,
    caller: &Caller,
    copy: &CopyRequest,
) -> Result<Option<Stream>> {
    let request = Request::load_request(library, caller, copy).await?;
    match UnpackedPackage::find_existing(&request).await? {
        Some(unpacked) => Ok(Some(read_stream(library, &unpacked).await?)),
        None => Ok(None),
    }
}

async fn read_stream(library: &Library, unpacked: &UnpackedPackage) -> Result<Stream> {
    let files = library.delivery.list_resources(&unpacked.package, &unpacked.version).await?;
    let contents = library.delivery.read_contents(&unpacked.package).await?;
    let ticket = StreamTicket { stream: unpacked.download.id };
    let ticket = library.delivery.tickets().mint_stream(&ticket, library.current_time());
    Ok(Stream { ticket, files, contents })
}

/// The file at this path of the copy that a ticket opens.
///
/// # Errors
/// `LINK_EXPIRED` if the ticket is not valid, or the copy is no longer available; `RESOURCE_NOT_FOUND`.
pub async fn open_streamed_file(library: &Library, ticket: &str, path: &str) -> Result<TicketFile> {
    let opened = library.delivery.tickets().open_stream(ticket, library.current_time());
    let StreamTicket { stream } = opened.map_err(|_| ErrorKey::LinkExpired)?;
    let unpacked = find_package(library, stream).await?;
    let file = unpacked.version.resource_id(path);
    let ticket = extract_resource(library, &unpacked, &file, Speed::NORMAL).await?;
    files::open(library, &ticket).await
}

/// The package of a record, as long as its reader may have it.
async fn find_package(library: &Library, id: DownloadId) -> Result<UnpackedPackage> {
    let download = store::downloads::get(&library.db, id).await?.ok_or(ErrorKey::LinkExpired)?;
    let content = load_content(library, &download.item).await?;
    let unpacked = UnpackedPackage::from_download(download)?;
    check_holds(library, &content, &unpacked).await?;
    Ok(unpacked)
}
