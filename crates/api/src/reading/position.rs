//! GET /v2/myReadingPosition/{serviceId}/{format} (docs/rules/reading.md#rule-6,
//! docs/rules/reading.md#rule-9): the location of the caller's newest reading event.

use axum::extract::State;
use services::reading;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::ParamDraft;
use crate::http::path::{Segments, format_with, title_id};
use crate::http::roles::{InRole, SignedIn};
use crate::params;
use crate::records::ReadingPositionRecord;
use crate::state::Api;

params! {
    /// Parameters of a reading position.
    pub struct PositionParams {
        /// True: the newest position in any format, translated to this one.
        any_format: Option<bool>,
    }
}

/// Get the reading position
///
/// With `anyFormat`, the newest position in any format of the title as a place in this one, and the newest
/// positions in the other formats and of other devices. Its `location` is empty if only the share of the
/// title is known.
#[utoipa::path(
    get, path = "/v2/myReadingPosition/{serviceId}/{format}", tag = "Bookmarks, highlights, reading",
    operation_id = "get_reading_position",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
        PositionParams,
    ),
    extensions(("x-who" = json!("Any user"))),
    responses(
        (status = 200, description = "The position", body = ReadingPositionRecord),
        (status = 400, description = "INVALID_FORMAT", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND, READING_POSITION_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_reading_position(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    Segments((title, name)): Segments<(String, String)>,
    draft: ParamDraft<PositionParams>,
) -> Result<Json<ReadingPositionRecord>> {
    let (format, params) = format_with(&name, draft)?;
    let any_format = params.any_format == Some(true);
    let found = reading::find_any(&op, title_id(&title)?, format, any_format).await?;
    Ok(Json(ReadingPositionRecord::from_found(&api, found)))
}
