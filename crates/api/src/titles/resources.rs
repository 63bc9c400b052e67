//! GET /v2/titles/{serviceId}/{format}/resources: the files of a title (docs/rules/downloads.md#rule-7,
//! docs/rules/records.md#rule-14).

use axum::extract::State;
use services::downloads::{self, CopyRequest, DownloadContent};

use crate::downloads::files::{ListFiles, TitleFileResourceList};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::ParamDraft;
use crate::http::path::{Segments, format_with, title_id};
use crate::http::roles::InRole;
use crate::routes;
use crate::state::Api;

/// List the files of a title
///
/// Each file's first link needs no key and no token for 24 hours.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/{format}/resources", tag = "Titles", operation_id = "list_title_resources",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ListFiles,
    ),
    extensions(("x-who" = json!("As the download"))),
    responses(
        (status = 200, description = "A page of files", body = TitleFileResourceList),
        (status = 400, description = "INVALID_FORMAT, FORMAT_NOT_AVAILABLE, FOR_USER_REQUIRED", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "A rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn list_title_resources(
    State(api): State<Api>,
    InRole(caller): InRole<Caller>,
    address: ListAddress,
    Segments((id, word)): Segments<(String, String)>,
    draft: ParamDraft<ListFiles>,
) -> Result<Json<TitleFileResourceList>> {
    let (format, params) = format_with(&word, draft)?;
    let list = params.open(&api, &caller, &id, format)?;
    let id = title_id(&id)?;
    let copy = CopyRequest { content: DownloadContent::Title(id), format, for_user: params.for_user };
    let rows = downloads::list_files(&api.library, &caller, &copy, &list.page()).await?;
    TitleFileResourceList::new(&api, &list, rows, &address, (&routes::title_path(id), format))
}
