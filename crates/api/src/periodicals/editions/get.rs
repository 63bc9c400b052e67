//! GET /v2/periodicals/{seriesId}/editions/{editionId} (docs/rules/periodicals.md#rule-1).

use services::periodicals::editions::{self, EditionAddress};

use crate::http::{AnyKey, InRole, Json, Result, Segments};
use crate::records::EditionRecord;

/// Get an edition
///
/// Withdrawn and expired editions are visible to collection staff only.
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions/{editionId}", returns "The edition",
    errors(PeriodicalNotFound, EditionNotFound),
)]
pub async fn get_edition(
    InRole { api, op, .. }: InRole<AnyKey>,
    Segments((series, id)): Segments<(String, String)>,
) -> Result<Json<EditionRecord>> {
    let address = EditionAddress { series: &series, edition: &id };
    let seen = editions::get(&op, address).await?;
    Ok(Json(EditionRecord::new(&api, &seen)))
}
