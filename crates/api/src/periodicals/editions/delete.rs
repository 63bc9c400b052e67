//! DELETE /v2/periodicals/{seriesId}/editions/{editionId}: withdraws an edition
//! (docs/rules/periodicals.md#rule-5).

use axum::http::StatusCode;
use services::periodicals::editions::{self, EditionAddress};

use crate::http::{CollectionEditor, InRole, Json, Result, Segments};
use crate::records::{StatusKey, StatusRecord};

/// Withdraw an edition
///
/// Accepted now and applied within seconds.
#[endpoint::delete(
    "/v2/periodicals/{seriesId}/editions/{editionId}", returns 202 "SUCCESS: accepted",
    errors(PeriodicalNotFound, EditionNotFound, InvalidTransition: "it is withdrawn already, or will be"),
)]
pub async fn delete_edition(
    InRole { op, .. }: InRole<CollectionEditor>,
    Segments((series, id)): Segments<(String, String)>,
) -> Result<(StatusCode, Json<StatusRecord>)> {
    let address = EditionAddress { series: &series, edition: &id };
    editions::withdraw(&op, address).await?;
    let body = StatusRecord::new(StatusKey::Success, "The edition will be withdrawn.");
    Ok((StatusCode::ACCEPTED, Json(body)))
}
