//! Single files of a package: the list of them, and one of them (docs/rules/records.md#rule-14,
//! docs/rules/downloads.md#rule-7).

use axum::Extension;
use axum::response::Response;
use domain::formats::Format;
use serde::Serialize;
use services::Rows;
use services::downloads::{self, CopyRequest, PackageFile, ResourceTicket, Speed};
use utoipa::ToSchema;

use super::package::redirect_to_ticket;
use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::listing::{Listing, PagingParams};
use crate::http::values::PlaybackSpeed;
use crate::params;
use crate::records::{StatusKey, format_timestamp};
use crate::routes;
use crate::state::Api;

params! {
    /// Parameters of a list of files.
    pub struct ListFiles {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// Page.
        page: PagingParams,
    }
}

params! {
    /// Parameters of one file.
    pub struct GetFile {
        /// 0.5 to 3.5 in steps of 0.05, for MP3 only; 1 by default.
        speed: Option<PlaybackSpeed>,
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// The signed ticket of the file's link: replaces key and token.
        ticket: Option<String>,
        /// Accepted and ignored.
        size: Option<String>,
    }
}

/// One file of a package (docs/rules/records.md#rule-14).
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
    /// When it was last modified.
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
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page, in package order.
    pub title_file_resources: Vec<TitleFileResource>,
    /// Exact count.
    #[schema(value_type = usize)]
    pub total_results: u64,
}

impl ListFiles {
    /// Opens the list; `id` identifies the title or edition in the path.
    pub fn open(&self, api: &Api, caller: &Caller, id: &str, format: Format) -> Result<Listing<String>> {
        self.page.open(&api.cursor_key, caller.now, &("resources", id, format, &self.for_user))
    }
}

impl GetFile {
    /// The effective speed.
    pub fn effective_speed(&self) -> Speed {
        self.speed.map_or(Speed::NORMAL, |speed| speed.0)
    }
}

impl TitleFileResourceList {
    /// A page of the files of a package; the URLs of the files begin with `path`, that of the title or
    /// edition.
    pub fn new(
        api: &Api,
        list: &Listing<String>,
        rows: Rows<String, PackageFile>,
        address: &ListAddress,
        (path, format): (&str, Format),
    ) -> Result<Json<Self>> {
        let page = list.to_page(rows, address)?;
        let record = |file: PackageFile| TitleFileResource::new(api, path, format, file);
        Ok(Json(Self {
            allows: None,
            limit: page.limit,
            links: page.links,
            next: page.next,
            title_file_resources: page.items.into_iter().map(record).collect(),
            total_results: page.total_results,
        }))
    }
}

impl TitleFileResource {
    fn new(api: &Api, path: &str, format: Format, file: PackageFile) -> Self {
        let address = routes::resource_path(path, format, &file.id, &file.ticket);
        Self {
            local_uri: file.path,
            mime_type: file.media_type.clone(),
            size: Some(file.size),
            last_modified_date: file.modified.map(format_timestamp),
            links: vec![Link::with_type("self", api.absolute_url(&address), file.media_type)],
        }
    }
}

/// 302 to one file of a copy, for the bearer of the file's ticket, otherwise for the caller.
pub async fn respond_with_file(
    api: &Api,
    ticket: Option<Extension<ResourceTicket>>,
    caller: Option<Extension<Caller>>,
    copy: &CopyRequest,
    resource: &str,
    speed: Speed,
) -> Result<Response> {
    let ticket = match (ticket, caller) {
        (Some(Extension(ticket)), _) => {
            downloads::file_by_ticket(&api.library, &ticket, copy, resource, speed).await?
        }
        (None, Some(Extension(caller))) => {
            downloads::issue_file_ticket(&api.library, &caller, copy, resource, speed).await?
        }
        (None, None) => return Err(ErrorKey::InternalError.into()),
    };
    Ok(redirect_to_ticket(api, StatusKey::Available, &ticket))
}
