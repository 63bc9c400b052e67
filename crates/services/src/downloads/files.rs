//! Single files of a package: the list of them, and one of them (docs/rules/records.md#rule-14,
//! docs/rules/downloads.md#rule-7).

use delivery::Speed;
use delivery::resources::Resource;
use delivery::tickets::{FileTicket, Media, ResourceTicket};
use domain::offering::AsOffering as _;
use domain::{AlertCode, AudioTools, DownloadStatus, Item, OfferedItem, TitleStatus, access};
use jiff::Timestamp;

use super::request::{CopyRequest, Request};
use super::unpacked::UnpackedPackage;
use crate::queries::find_if_some;
use crate::{Error, ErrorKey, Fault, Field, KeyPage, Operation, Result, Rows, items};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageFile {
    /// Identifier, the same in every copy.
    pub id: String,
    pub path: String,
    pub media_type: String,
    /// Size in bytes, unpacked.
    pub size: u64,
    /// Time of the last change. `None` if the package does not state it.
    pub modified: Option<Timestamp>,
    /// Takes the place of key and token for this file, for 24 hours ([`open_ticket`]).
    pub ticket: String,
}

/// A page of the files of the caller's copy, in the order of the package; a place in the list is a file's
/// identifier. If there is no package, this call makes it.
///
/// # Errors
/// Those of [`deliver`](super::deliver).
pub async fn list_files(
    op: &Operation,
    copy: &CopyRequest,
    page: &KeyPage<String>,
) -> Result<Rows<String, PackageFile>> {
    let request = Request::load_with_decision(op, copy).await?;
    let unpacked = UnpackedPackage::get_or_make(&request).await?;
    let all = op.delivery().list_resources(&unpacked.package, &unpacked.version).await?;
    let place = |last: &String| all.iter().position(|file| &file.id == last);
    let first = page.after.as_ref().map_or(0, |last| place(last).map_or(all.len(), |at| at + 1));
    let rows = all.iter().skip(first).take(usize::try_from(page.limit).unwrap_or(usize::MAX));
    let rows = rows.map(|file| (file.id.clone(), to_package_file(op, &unpacked, file))).collect();
    Ok(Rows::from_forward_rows(rows, page.limit, all.len() as u64))
}

fn to_package_file(op: &Operation, unpacked: &UnpackedPackage, file: &Resource) -> PackageFile {
    let ticket = ResourceTicket { download: unpacked.download.id, resource: file.id.clone() };
    PackageFile {
        id: file.id.clone(),
        path: file.path.clone(),
        media_type: file.media_type.clone(),
        size: file.size,
        modified: file.modified,
        ticket: op.delivery().tickets().mint_resource(&ticket, op.library().current_time()),
    }
}

/// The file of a copy that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct FileRequest<'a> {
    pub copy: &'a CopyRequest,
    pub resource: &'a str,
    pub speed: Speed,
}

/// One file of the caller's copy: the ticket that opens it ([`files::open`](crate::files::open)). If there is
/// no package, this call makes it.
///
/// # Errors
/// Those of [`deliver`](super::deliver); `RESOURCE_NOT_FOUND`; `INVALID_PARAMETER` if the file is not
/// available at this speed.
pub async fn issue_file_ticket(op: &Operation, file: FileRequest<'_>) -> Result<String> {
    let request = Request::load_with_decision(op, file.copy).await?;
    let unpacked = UnpackedPackage::get_or_make(&request).await?;
    extract_resource(op, &unpacked, file.resource, file.speed).await
}

/// Reads the ticket of a file: `LINK_EXPIRED` if it is not valid.
pub fn open_ticket(op: &Operation, ticket: &str) -> Result<ResourceTicket> {
    let opened = op.delivery().tickets().open_resource(ticket, op.now);
    opened.map_err(|_| ErrorKey::LinkExpired.into())
}

/// Issues the ticket of one file as [`issue_file_ticket`] does, for a resource ticket instead of a caller.
///
/// # Errors
/// `LINK_EXPIRED` if the ticket is of another file, or its copy is no longer available.
pub async fn file_by_ticket(
    op: &Operation,
    ticket: &ResourceTicket,
    file: FileRequest<'_>,
) -> Result<String> {
    let FileRequest { copy, resource, speed } = file;
    let unpacked = find_package(op, ticket, copy, resource).await?;
    let content = load_content(op, &unpacked.download.item).await?;
    if content.as_offering().address() != copy.content {
        return Err(ErrorKey::LinkExpired.into());
    }
    check_holds(op, &content, &unpacked).await?;
    extract_resource(op, &unpacked, resource, speed).await
}

/// The package that a ticket names, if it is of this file in this format.
async fn find_package(
    op: &Operation,
    ticket: &ResourceTicket,
    copy: &CopyRequest,
    resource: &str,
) -> Result<UnpackedPackage> {
    if ticket.resource != resource {
        return Err(ErrorKey::LinkExpired.into());
    }
    let download = store::downloads::get(op.db(), ticket.download).await?.ok_or(ErrorKey::LinkExpired)?;
    if download.format != copy.format {
        return Err(ErrorKey::LinkExpired.into());
    }
    UnpackedPackage::from_download(download)
}

/// The title or the edition of a package: `LINK_EXPIRED` if it no longer exists.
pub(super) async fn load_content(op: &Operation, item: &Item) -> Result<OfferedItem> {
    let mut found = items::load_many(op, std::slice::from_ref(item)).await?;
    found.remove(item).ok_or_else(|| ErrorKey::LinkExpired.into())
}

/// Tickets end together with what they are for; those of guests also when it is no longer free.
pub(super) async fn check_holds(
    op: &Operation,
    content: &OfferedItem,
    unpacked: &UnpackedPackage,
) -> Result<()> {
    let content = content.as_offering();
    let caller = unpacked.download.caller.as_ref();
    let holder = find_if_some(caller.map(|account| store::accounts::get(op.db(), account))).await?;
    if access::ticket_holds(content, holder.as_ref()) {
        Ok(())
    } else if content.status() == TitleStatus::Live {
        Err(ErrorKey::LinkExpired.into())
    } else {
        Err(Error::from_alert(AlertCode::TitleNotLive))
    }
}

/// Takes one file out of a package. The first file that is fetched completely is the fetch of the day's
/// record: a book that is read file by file counts like one that is fetched whole (docs/rules/quotas.md).
pub(super) async fn extract_resource(
    op: &Operation,
    unpacked: &UnpackedPackage,
    resource: &str,
    speed: Speed,
) -> Result<String> {
    // This machine changes the speed in place; without an encoder it cannot.
    if speed != Speed::NORMAL && op.delivery().own_capabilities().audio < AudioTools::Encoder {
        return Err(bad_speed("cannot be changed by this library now"));
    }
    let found = op.delivery().extract_resource(&unpacked.package, &unpacked.version, resource, speed).await;
    let file = found.map_err(to_speed_error)?.ok_or(ErrorKey::ResourceNotFound)?;
    let record = &unpacked.download;
    let ticket = FileTicket {
        key: file.key,
        name: file.name,
        media: Media::Inline(file.media_type),
        // A record that was fetched needs no note of every further file.
        download: (record.status == DownloadStatus::Available).then_some(record.id),
    };
    Ok(op.delivery().tickets().mint_file(&ticket, &mut op.rng(), op.library().current_time()))
}

fn to_speed_error(error: delivery::Error) -> Error {
    match error {
        delivery::Error::NoSpeed => bad_speed("only MP3 files have a speed"),
        other => other.into(),
    }
}

fn bad_speed(reason: &'static str) -> Error {
    Fault::new(ErrorKey::InvalidParameter, Field::Speed, reason).into()
}
