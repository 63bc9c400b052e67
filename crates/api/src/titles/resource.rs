//! GET /v2/titles/{serviceId}/{format}/resources/{resourceId}: one file (docs/rules/downloads.md#rule-7).

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use services::downloads::{CopyRequest, DownloadContent, ResourceTicket};

use crate::downloads::files::{GetFile, respond_with_file};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::ParamDraft;
use crate::http::path::{Segments, format_with, title_id};
use crate::records::StatusRecord;
use crate::state::Api;

/// Get a file of a title
///
/// Redirects to the file itself.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/{format}/resources/{resourceId}", tag = "Titles",
    operation_id = "get_title_resource",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ("resourceId" = String, Path, description = "File identifier, from the list"),
        GetFile,
    ),
    extensions(("x-who" = json!("As the download, or anyone with the signed address"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 400, description = "INVALID_PARAMETER: an unsupported speed", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: signing in could help", body = ErrorBody),
        (status = 403, description = "LINK_EXPIRED, or a rule's key", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND, RESOURCE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn get_title_resource(
    State(api): State<Api>,
    caller: Option<Extension<Caller>>,
    ticket: Option<Extension<ResourceTicket>>,
    Segments((id, word, resource)): Segments<(String, String, String)>,
    draft: ParamDraft<GetFile>,
) -> Result<Response> {
    let (format, params) = format_with(&word, draft)?;
    let (id, speed) = (title_id(&id)?, params.effective_speed());
    let copy = CopyRequest { content: DownloadContent::Title(id), format, for_user: params.for_user };
    respond_with_file(&api, ticket, caller, &copy, &resource, speed).await
}
