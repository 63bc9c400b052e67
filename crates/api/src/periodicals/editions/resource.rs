//! GET /v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources/{resourceId}: one file
//! (docs/rules/periodicals.md#rule-1, docs/rules/downloads.md#rule-7).

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use services::downloads::{CopyRequest, DownloadContent, ResourceTicket};

use crate::downloads::files::{GetFile, respond_with_file};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::periodicals::format_with;
use crate::records::StatusRecord;
use crate::state::Api;

/// Get a file of an edition
///
/// Redirects to the file itself.
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources/{resourceId}",
    tag = "Periodicals", operation_id = "get_edition_resource",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        ("resourceId" = String, Path, description = "File identifier, from the list"),
        GetFile,
    ),
    extensions(("x-who" = json!("As the download, or anyone with the signed address"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 400, description = "INVALID_PARAMETER: an unsupported speed", body = ErrorBody),
        (status = 403, description = "LINK_EXPIRED, or a rule's key", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND, RESOURCE_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn get_edition_resource(
    State(api): State<Api>,
    caller: Option<Extension<Caller>>,
    ticket: Option<Extension<ResourceTicket>>,
    Segments((series, id, word, resource)): Segments<(String, String, String, String)>,
    draft: ParamDraft<GetFile>,
) -> Result<Response> {
    if let (None, Some(Extension(caller))) = (&ticket, &caller) {
        caller.reader()?;
    }
    let (format, params) = format_with(&word, draft)?;
    let speed = params.effective_speed();
    let content = DownloadContent::Edition { series: series.into(), edition: id.into() };
    let copy = CopyRequest { content, format, for_user: params.for_user };
    respond_with_file(&api, ticket, caller, &copy, &resource, speed).await
}
