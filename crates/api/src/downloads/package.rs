//! GET .../{format} of a title and of an edition of a periodical: the download
//! (docs/rules/downloads.md#rule-1, docs/rules/periodicals.md#rule-1).

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use services::Operation;
use services::downloads::{CopyRequest, DeliveryOutcome};

use super::path::CopyPath;
use crate::http::{AnyKey, InRole, Json, ParamDraft, Result, SignedIn};
use crate::records::{StatusKey, StatusRecord};
use crate::{Api, params, routes};

params! {
    /// Parameters of a download.
    pub struct Recipient {
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
    }
}

/// Download a title
///
/// Starts packaging (202) or, when the package is ready, redirects to it (302). Repeat the request until it
/// redirects.
#[endpoint::get(
    "/v2/titles/{serviceId}/{format}", returns 202 "SUBMITTED: being packaged",
    returns 302 "COMPLETED: Location is the delivery address", body StatusRecord,
    who "Anyone with a key for free titles, otherwise signed-in readers", access_rules,
    errors(
        FormatNotAvailable, ForUserRequired, Unauthorized: "signing in could help",
        Forbidden: "forUser names somebody else", TitleNotFound, TooManyDownloads, PackagingFailed,
    ),
)]
pub async fn download_title(
    InRole { api, op, .. }: InRole<AnyKey>,
    path: CopyPath,
    draft: ParamDraft<Recipient>,
) -> Result<Response> {
    respond_with_package(&api, &op, &path, draft).await
}

/// Download an edition
///
/// Starts packaging (202) or, when the package is ready, redirects to it (302). Repeat the request until it
/// redirects. An edition that was withdrawn or has expired is refused with 403 `TITLE_NOT_LIVE`.
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions/{editionId}/{format}", returns 202 "SUBMITTED: being packaged",
    returns 302 "COMPLETED: Location is the delivery address", body StatusRecord, access_rules,
    errors(
        InvalidFormat: "other than DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF and EPUB3", FormatNotAvailable,
        ForUserRequired, Forbidden: "forUser names somebody else", PeriodicalNotFound, EditionNotFound,
        TooManyDownloads, PackagingFailed,
    ),
)]
pub async fn download_edition(
    InRole { api, op, .. }: InRole<SignedIn>,
    path: CopyPath,
    draft: ParamDraft<Recipient>,
) -> Result<Response> {
    respond_with_package(&api, &op, &path, draft).await
}

/// 202 while the package is being made, 302 with a fresh delivery address when it is ready.
async fn respond_with_package(
    api: &Api,
    op: &Operation,
    path: &CopyPath,
    draft: ParamDraft<Recipient>,
) -> Result<Response> {
    let (content, format, params) = path.parse_with_params(draft)?;
    let copy = CopyRequest { content, format, for_user: params.for_user };
    Ok(match services::downloads::deliver(op, &copy).await? {
        DeliveryOutcome::Submitted => submitted_response(if format.is_audio() { "5" } else { "1" }),
        DeliveryOutcome::Ready { ticket } => redirect_to_ticket(api, StatusKey::Completed, &ticket),
    })
}

fn submitted_response(retry_after_seconds: &'static str) -> Response {
    let body = StatusRecord::new(StatusKey::Submitted, "The title is being packaged; ask again.");
    (StatusCode::ACCEPTED, [(header::RETRY_AFTER, retry_after_seconds)], Json(body)).into_response()
}

/// 302 to the target of a ticket: the URL is in the header and in the body, because some clients read only
/// one of them.
pub fn redirect_to_ticket(api: &Api, status: StatusKey, ticket: &str) -> Response {
    let address = api.absolute_url(&routes::delivery_path(ticket));
    let body = StatusRecord::new(status, address.clone());
    (StatusCode::FOUND, [(header::LOCATION, address)], Json(body)).into_response()
}
