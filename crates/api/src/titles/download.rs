//! GET /v2/titles/{serviceId}/{format}: the download (docs/rules/downloads.md#rule-1).

use axum::extract::State;
use axum::response::Response;
use services::downloads::{CopyRequest, DownloadContent};

use crate::downloads::package::{Recipient, respond_with_package};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::ParamDraft;
use crate::http::path::{Segments, format_with, title_id};
use crate::http::roles::InRole;
use crate::records::StatusRecord;
use crate::state::Api;

/// Download a title
///
/// Starts packaging (202) or, when the package is ready, redirects to it (302). Repeat the request until it
/// redirects.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/{format}", tag = "Titles", operation_id = "download_title",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        Recipient,
    ),
    extensions(("x-who" = json!("Anyone with a key for free titles, otherwise signed-in readers"))),
    responses(
        (status = 202, description = "SUBMITTED: being packaged", body = StatusRecord),
        (status = 302, description = "COMPLETED: Location is the delivery address", body = StatusRecord),
        (status = 400, description = "INVALID_FORMAT, FORMAT_NOT_AVAILABLE, FOR_USER_REQUIRED", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "A rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn download_title(
    State(api): State<Api>,
    InRole(caller): InRole<Caller>,
    Segments((id, word)): Segments<(String, String)>,
    draft: ParamDraft<Recipient>,
) -> Result<Response> {
    let (format, params) = format_with(&word, draft)?;
    let content = DownloadContent::Title(title_id(&id)?);
    respond_with_package(&api, &caller, &CopyRequest { content, format, for_user: params.for_user }).await
}
