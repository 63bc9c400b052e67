//! GET /v2/periodicals/{seriesId}/editions/{editionId} (docs/rules/periodicals.md#rule-1).

use axum::extract::State;
use services::periodicals::editions;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{AnyKey, InRole};
use crate::records::EditionRecord;
use crate::state::Api;

/// Get an edition
///
/// Withdrawn and expired editions are visible to collection staff only.
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}/editions/{editionId}", tag = "Periodicals",
    operation_id = "get_edition",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
    ),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "The edition", body = EditionRecord),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_edition(
    State(api): State<Api>,
    InRole(op, _): InRole<AnyKey>,
    Segments((series, id)): Segments<(String, String)>,
) -> Result<Json<EditionRecord>> {
    let seen = editions::get(&op, &series, &id).await?;
    Ok(Json(EditionRecord::new(&api, &seen)))
}
