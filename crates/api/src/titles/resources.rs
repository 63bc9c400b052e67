//! GET /v2/titles/{serviceId}/{format}/resources: the files of a title (spec 4, 1.1 and 2.3).

use axum::extract::State;
use delivery::resources::Resource;
use delivery::tickets::ResourceTicket;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::Cursors;
use crate::http::params::Params;
use crate::http::path::{Segments, format, title_id};
use crate::http::values::Limit;
use crate::params;
use crate::records::{Link, timestamp};
use crate::routes;
use crate::state::Api;
use crate::titles::access::Request;
use crate::titles::unpacked::Unpacked;

params! {
    /// Parameters of the file list.
    pub struct ListTitleResources {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// `next` of the previous page.
        start: Option<String>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

/// One file of a title (spec 4, 2.3).
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

/// List the files of a title
///
/// Each file's first link needs no key and no token for 24 hours.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/{format}/resources", tag = "Titles", operation_id = "list_title_resources",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ListTitleResources,
    ),
    extensions(("x-who" = json!("As the download"))),
    responses(
        (status = 200, description = "A page of files", body = TitleFileResourceList),
        (status = 400, description = "INVALID_FORMAT, FORMAT_NOT_AVAILABLE, FOR_USER_REQUIRED", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "A rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_title_resources(
    State(api): State<Api>,
    caller: Caller,
    address: ListAddress,
    Segments((id, word)): Segments<(String, String)>,
    Params(params): Params<ListTitleResources>,
) -> Result<Json<TitleFileResourceList>> {
    let format = format(&word)?;
    let limit = params.limit.map_or(10, |l| l.0);
    let cursors = Cursors::new(&api.cursor_key, caller.now, &("resources", &id, format, &params.for_user));
    let after: Option<String> = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let request = Request::load(&api, &caller, title_id(&id)?, params.for_user.as_deref()).await?;
    let unpacked = Unpacked::of(&api, &caller, &request, format).await?;
    let all = api.delivery.resources(&unpacked.package, &unpacked.version).await?;
    let first = after.map_or(0, |last| all.iter().position(|r| r.id == last).map_or(all.len(), |at| at + 1));
    let page = &all[first..all.len().min(first + limit)];
    let more = first + page.len() < all.len();
    let next = page.last().filter(|_| more).map(|last| cursors.encode(&last.id)).transpose()?;
    Ok(Json(TitleFileResourceList {
        allows: None,
        limit,
        links: address.links(next.as_deref()),
        next,
        title_file_resources: page.iter().map(|file| record(&api, &unpacked, file)).collect(),
        total_results: all.len(),
    }))
}

fn record(api: &Api, unpacked: &Unpacked, file: &Resource) -> TitleFileResource {
    let ticket = ResourceTicket { download: unpacked.download.id, resource: file.id.clone() };
    let ticket = api.delivery.tickets().mint_resource(&ticket, api.now());
    let path = routes::title_resource(unpacked.version.title, unpacked.version.format, &file.id, &ticket);
    TitleFileResource {
        local_uri: file.path.clone(),
        mime_type: file.media_type.clone(),
        size: Some(file.size),
        last_modified_date: file.modified.map(timestamp),
        links: vec![Link::typed("self", api.url(&path), file.media_type.clone())],
    }
}
