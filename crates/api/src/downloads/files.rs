//! GET .../{format}/resources of a title and of an edition of a periodical: the files of a package
//! (docs/rules/downloads.md#rule-7, docs/rules/records.md#rule-14).

use domain::Format;
use services::Operation;
use services::downloads::{self, CopyRequest, PackageFile};

use super::path::CopyPath;
use crate::http::{AnyKey, InRole, Json, Link, ListAddress, PagingParams, ParamDraft, Result, SignedIn};
use crate::records::format_timestamp;
use crate::{Api, params, routes};

params! {
    /// Parameters of a list of files.
    pub struct ListFiles {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// Page.
        page: PagingParams,
    }
}

/// One file of a package (docs/rules/records.md#rule-14).
#[endpoint::record]
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
#[endpoint::record]
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

/// List the files of a title
///
/// Each file's first link needs no key and no token for 24 hours.
#[endpoint::get(
    "/v2/titles/{serviceId}/{format}/resources", returns "A page of files", who "As the download",
    access_rules,
    errors(
        FormatNotAvailable, ForUserRequired, Unauthorized: "signing in could help",
        Forbidden: "forUser names somebody else", TitleNotFound, TooManyDownloads, PackagingFailed,
    ),
)]
pub async fn list_title_resources(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    path: CopyPath,
    draft: ParamDraft<ListFiles>,
) -> Result<Json<TitleFileResourceList>> {
    list_files(&api, &op, &address, &path, draft).await
}

/// List the files of an edition
///
/// Each file's first link needs no key and no token for 24 hours.
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources", returns "A page of files",
    who "As the download", access_rules,
    errors(
        InvalidFormat: "other than DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF and EPUB3", FormatNotAvailable,
        ForUserRequired, Forbidden: "forUser names somebody else", PeriodicalNotFound, EditionNotFound,
        TooManyDownloads, PackagingFailed,
    ),
)]
pub async fn list_edition_resources(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    path: CopyPath,
    draft: ParamDraft<ListFiles>,
) -> Result<Json<TitleFileResourceList>> {
    list_files(&api, &op, &address, &path, draft).await
}

async fn list_files(
    api: &Api,
    op: &Operation,
    address: &ListAddress,
    path: &CopyPath,
    draft: ParamDraft<ListFiles>,
) -> Result<Json<TitleFileResourceList>> {
    let (content, format, ListFiles { for_user, page }) = path.parse_with_params(draft)?;
    let bound = ("resources", content.item().to_string(), format, &for_user);
    let list = page.open(&api.cursor_key, op.now, &bound)?;
    let path = routes::item_path(&content);
    let copy = CopyRequest { content, format, for_user };
    let rows = downloads::list_files(op, &copy, &list.page()).await?;
    let page = list.to_page(rows, address)?;
    let record = |file: PackageFile| TitleFileResource::new(api, &path, format, file);
    Ok(Json(TitleFileResourceList {
        allows: None,
        limit: page.limit,
        links: page.links,
        next: page.next,
        title_file_resources: page.items.into_iter().map(record).collect(),
        total_results: page.total_results,
    }))
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
