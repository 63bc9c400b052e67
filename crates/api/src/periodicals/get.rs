//! GET /v2/periodicals/{seriesId} (docs/rules/periodicals.md#rule-1).

use axum::extract::State;
use services::periodicals;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{AnyKey, InRole};
use crate::records::SeriesRecord;
use crate::state::Api;

/// Get a periodical
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}", tag = "Periodicals", operation_id = "get_periodical",
    params(("seriesId" = String, Path, description = "Identifier of the periodical")),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "The periodical", body = SeriesRecord),
        (status = 404, description = "PERIODICAL_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_periodical(
    State(api): State<Api>,
    InRole(op, _): InRole<AnyKey>,
    Segments(id): Segments<String>,
) -> Result<Json<SeriesRecord>> {
    let view = periodicals::get(&op, &id).await?;
    Ok(Json(SeriesRecord::new(&api, &op.access_facts(), &view)))
}
