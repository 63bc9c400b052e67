//! Single files of a package: the list of them, and one of them (spec 4, 2.3 and 4.1 point 7).

use axum::response::Response;
use delivery::Speed;
use delivery::resources::Resource;
use delivery::tickets::{FileTicket, Media, ResourceTicket};
use domain::access::{self, AlertCode};
use domain::artifacts::AudioTools;
use domain::downloads::{DownloadStatus, Item};
use domain::formats::Format;
use domain::offered::Offered;
use domain::titles::TitleStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::Request;
use super::package::redirect;
use super::unpacked::Unpacked;
use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::Cursors;
use crate::http::values::{Limit, PlaybackSpeed, Start};
use crate::params;
use crate::records::{StatusKey, timestamp};
use crate::routes;
use crate::state::Api;

params! {
    /// Parameters of a list of files.
    pub struct ListFiles {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

params! {
    /// Parameters of one file.
    pub struct GetFile {
        /// 0.5 to 3.5 in steps of 0.05, for MP3 only; 1 when absent.
        speed: Option<PlaybackSpeed>,
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// The signed ticket of the file's link: takes the place of key and token.
        ticket: Option<String>,
        /// Accepted and ignored.
        size: Option<String>,
    }
}

/// One file of a package (spec 4, 2.3).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TitleFileResource {
    /// Path inside the package.
    #[serde(rename = "localURI")]
    pub local_uri: String,
    /// Media type.
    pub mime_type: String,
    /// Bytes.
    pub size: Option<u64>,
    /// When it was last changed.
    pub last_modified_date: Option<String>,
    /// First: `self`, the signed address of this file.
    pub links: Vec<Link>,
}

/// A page of files.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TitleFileResourceList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page, in package order.
    pub title_file_resources: Vec<TitleFileResource>,
    /// Exact count.
    pub total_results: usize,
}

/// A part of the files of one package, as asked for.
#[derive(Debug)]
pub struct Files {
    cursors: Cursors,
    after: Option<String>,
    limit: usize,
    format: Format,
}

impl Files {
    /// Reads the parameters; `id` is what the files are of, as the path names it.
    pub fn asked(api: &Api, caller: &Caller, id: &str, format: Format, params: &ListFiles) -> Result<Self> {
        let cursors = Cursors::new(&api.cursor_key, caller.now, &("resources", id, format, &params.for_user));
        let after = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
        let limit = params.limit.as_ref().map_or(10, |limit| limit.0);
        Ok(Self { cursors, after, limit, format })
    }

    /// The page; the package is made in this call when there is none.
    pub async fn page(
        &self,
        api: &Api,
        caller: &Caller,
        address: &ListAddress,
        request: &Request,
    ) -> Result<Json<TitleFileResourceList>> {
        let unpacked = Unpacked::of(api, caller, request, self.format).await?;
        let all = api.delivery.resources(&unpacked.package, &unpacked.version).await?;
        let place = |last: &String| all.iter().position(|file| &file.id == last);
        let first = self.after.as_ref().map_or(0, |last| place(last).map_or(all.len(), |at| at + 1));
        let page = &all[first..all.len().min(first + self.limit)];
        let more = first + page.len() < all.len();
        let next = page.last().filter(|_| more).map(|last| self.cursors.encode(&last.id)).transpose()?;
        Ok(Json(TitleFileResourceList {
            allows: None,
            limit: self.limit,
            links: address.links(next.as_deref()),
            next,
            title_file_resources: page
                .iter()
                .map(|file| record(api, &unpacked, &request.path, file))
                .collect(),
            total_results: all.len(),
        }))
    }
}

fn record(api: &Api, unpacked: &Unpacked, path: &str, file: &Resource) -> TitleFileResource {
    let ticket = ResourceTicket { download: unpacked.download.id, resource: file.id.clone() };
    let ticket = api.delivery.tickets().mint_resource(&ticket, api.now());
    let address = routes::resource(path, unpacked.version.format, &file.id, &ticket);
    TitleFileResource {
        local_uri: file.path.clone(),
        mime_type: file.media_type.clone(),
        size: Some(file.size),
        last_modified_date: file.modified.map(timestamp),
        links: vec![Link::typed("self", api.url(&address), file.media_type.clone())],
    }
}

/// The package that a ticket names, when it is a copy of this item in this format; the ticket's expiry is its
/// own.
pub async fn by_ticket(
    api: &Api,
    ticket: &ResourceTicket,
    item: &Item,
    format: Format,
    resource: &str,
) -> Result<Unpacked> {
    if ticket.resource != resource {
        return Err(ErrorKey::LinkExpired.into());
    }
    let download = store::downloads::get(&api.db, ticket.download).await?.ok_or(ErrorKey::LinkExpired)?;
    if &download.item != item || download.format != format {
        return Err(ErrorKey::LinkExpired.into());
    }
    Unpacked::made(download)
}

/// Tickets end with what they are for, and those of guests when it is not free any more.
pub async fn check_holds(api: &Api, content: &dyn Offered, unpacked: &Unpacked) -> Result<()> {
    let holder = match &unpacked.download.caller {
        Some(account) => store::accounts::get(&api.db, account).await?,
        None => None,
    };
    if access::ticket_holds(content, holder.as_ref()) {
        Ok(())
    } else if content.status() == TitleStatus::Live {
        Err(ErrorKey::LinkExpired.into())
    } else {
        Err(ApiError::denied(AlertCode::TitleNotLive))
    }
}

/// 302 to one file of a package. The first file that is fetched completely is the fetch of the day's record: a book
/// that is read file by file counts like one that is fetched whole (spec 4, 4.5).
pub async fn deliver(
    api: &Api,
    unpacked: &Unpacked,
    resource: &str,
    speed: Option<PlaybackSpeed>,
) -> Result<Response> {
    let speed = speed.map_or(Speed::NORMAL, |speed| speed.0);
    // This machine changes the speed in place; without an encoder it cannot.
    if speed != Speed::NORMAL && api.delivery.own_capabilities().audio < AudioTools::Encoder {
        let reason = "speed: cannot be changed by this library now";
        return Err(ApiError::new(ErrorKey::InvalidParameter, vec![reason.into()]));
    }
    let found = api.delivery.resource(&unpacked.package, &unpacked.version, resource, speed).await;
    let file = found.map_err(no_speed)?.ok_or(ErrorKey::ResourceNotFound)?;
    let record = &unpacked.download;
    let ticket = FileTicket {
        key: file.key,
        name: file.name,
        media: Media::Inline(file.media_type),
        // What has been fetched needs no note of every further file.
        download: (record.status == DownloadStatus::Available).then_some(record.id),
    };
    let address = routes::delivery(&api.delivery.tickets().mint_file(&ticket, &mut api.rng(), api.now()));
    Ok(redirect(StatusKey::Available, api.url(&address)))
}

fn no_speed(error: delivery::Error) -> ApiError {
    match error {
        delivery::Error::NoSpeed => {
            ApiError::new(ErrorKey::InvalidParameter, vec!["speed: only MP3 files have a speed".into()])
        }
        other => other.into(),
    }
}
