//! GET /v2/titles/{serviceId}/source: the file that a title was made from (docs/rules/downloads.md#rule-10).

use axum::response::Response;

use crate::downloads::package::redirect_to_ticket;
use crate::http::{CollectionStaff, InRole, Result, Segments, title_id};
use crate::records::{StatusKey, StatusRecord};

/// Get the source file of a title
///
/// Redirects to the ingested file, without watermarks.
#[endpoint::get(
    "/v2/titles/{serviceId}/source", returns 302 "AVAILABLE: Location is the file's address",
    body StatusRecord, errors(TitleNotFound, ResourceNotFound: "no file is kept"),
)]
pub async fn get_title_source(
    InRole { api, op, .. }: InRole<CollectionStaff>,
    Segments(id): Segments<String>,
) -> Result<Response> {
    let ticket = services::titles::issue_source_ticket(&op, title_id(&id)?).await?;
    Ok(redirect_to_ticket(&api, StatusKey::Available, &ticket))
}
