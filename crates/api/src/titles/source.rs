//! GET /v2/titles/{serviceId}/source: the file that a title was made from (docs/rules/downloads.md#rule-10).

use axum::extract::State;
use axum::response::Response;

use crate::downloads::package::redirect_to_ticket;
use crate::http::errors::{ErrorBody, Result};
use crate::http::path::{Segments, title_id};
use crate::http::roles::{CollectionStaff, InRole};
use crate::records::{StatusKey, StatusRecord};
use crate::state::Api;

/// Get the source file of a title
///
/// Redirects to the ingested file, without watermarks.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/source", tag = "Collection", operation_id = "get_title_source",
    params(("serviceId" = i64, Path, description = "Title identifier")),
    extensions(("x-who" = json!("Collection assistants of the title's site, administrators"))),
    responses(
        (status = 302, description = "AVAILABLE: Location is the file's address", body = StatusRecord),
        (status = 403, description = "FORBIDDEN", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND, RESOURCE_NOT_FOUND: no file is kept", body = ErrorBody),
    )
)]
pub async fn get_title_source(
    State(api): State<Api>,
    InRole(op, _): InRole<CollectionStaff>,
    Segments(id): Segments<String>,
) -> Result<Response> {
    let ticket = services::titles::issue_source_ticket(&op, title_id(&id)?).await?;
    Ok(redirect_to_ticket(&api, StatusKey::Available, &ticket))
}
