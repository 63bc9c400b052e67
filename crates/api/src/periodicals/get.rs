//! GET /v2/periodicals/{seriesId} (docs/rules/periodicals.md#rule-1).

use services::periodicals;

use crate::http::{AnyKey, InRole, Json, Result, Segments};
use crate::records::SeriesRecord;

/// Get a periodical
#[endpoint::get("/v2/periodicals/{seriesId}", returns "The periodical", errors(PeriodicalNotFound))]
pub async fn get_periodical(
    InRole { api, op, .. }: InRole<AnyKey>,
    Segments(id): Segments<String>,
) -> Result<Json<SeriesRecord>> {
    let view = periodicals::get(&op, &id).await?;
    Ok(Json(SeriesRecord::new(&api, &op.access_caller(), &view)))
}
