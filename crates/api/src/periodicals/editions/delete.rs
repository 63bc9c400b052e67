//! DELETE /v2/periodicals/{seriesId}/editions/{editionId}: withdraws an edition
//! (docs/rules/periodicals.md#rule-5).

use axum::http::StatusCode;
use services::periodicals::editions;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{CollectionEditor, InRole};
use crate::records::{StatusKey, StatusRecord};

/// Withdraw an edition
///
/// Accepted now and applied within seconds.
#[utoipa::path(
    delete, path = "/v2/periodicals/{seriesId}/editions/{editionId}", tag = "Collection",
    operation_id = "delete_edition",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
    ),
    extensions(("x-who" = json!("Collection assistants of the periodical's site, administrators"))),
    responses(
        (status = 202, description = "SUCCESS: accepted", body = StatusRecord),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND", body = ErrorBody),
        (status = 409, description = "INVALID_TRANSITION: it is withdrawn already, or will be", body = ErrorBody),
    )
)]
pub async fn delete_edition(
    InRole(op, _): InRole<CollectionEditor>,
    Segments((series, id)): Segments<(String, String)>,
) -> Result<(StatusCode, Json<StatusRecord>)> {
    editions::withdraw(&op, &series, &id).await?;
    let body = StatusRecord::new(StatusKey::Success, "The edition will be withdrawn.");
    Ok((StatusCode::ACCEPTED, Json(body)))
}
