//! GET /v2/periodicals/{seriesId}/editions/{editionId}/{format}: the download
//! (docs/rules/periodicals.md#rule-1, docs/rules/downloads.md#rule-1).

use axum::extract::State;
use axum::response::Response;
use services::downloads::{CopyRequest, DownloadContent};

use crate::downloads::package::{Recipient, respond_with_package};
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, SignedIn};
use crate::periodicals::format_with;
use crate::records::StatusRecord;
use crate::state::Api;

/// Download an edition
///
/// Starts packaging (202) or, when the package is ready, redirects to it (302). Repeat the request until it
/// redirects.
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}/editions/{editionId}/{format}", tag = "Periodicals",
    operation_id = "download_edition",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
        ("format" = String, Path, description = "DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF or EPUB3, in any case"),
        Recipient,
    ),
    extensions(("x-who" = json!("Signed-in readers"))),
    responses(
        (status = 202, description = "SUBMITTED: being packaged", body = StatusRecord),
        (status = 302, description = "COMPLETED: Location is the delivery address", body = StatusRecord),
        (status = 400, description = "INVALID_FORMAT, FORMAT_NOT_AVAILABLE, FOR_USER_REQUIRED", body = ErrorBody),
        (status = 403, description = "A rule's key; TITLE_NOT_LIVE: withdrawn or expired", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND", body = ErrorBody),
        (status = 429, description = "TOO_MANY_DOWNLOADS", body = ErrorBody),
        (status = 500, description = "PACKAGING_FAILED", body = ErrorBody),
    )
)]
pub async fn download_edition(
    State(api): State<Api>,
    InRole(user): InRole<SignedIn>,
    Segments((series, id, word)): Segments<(String, String, String)>,
    draft: ParamDraft<Recipient>,
) -> Result<Response> {
    let (format, params) = format_with(&word, draft)?;
    let content = DownloadContent::Edition { series: series.into(), edition: id.into() };
    respond_with_package(&api, &user.caller, &CopyRequest { content, format, for_user: params.for_user })
        .await
}
