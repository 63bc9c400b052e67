//! GET /v2/myReadingPosition/{serviceId}/{format} (docs/rules/reading.md#rule-6,
//! docs/rules/reading.md#rule-9): the location of the caller's newest reading event.

use services::reading::{self, PositionRequest};

use crate::http::{InRole, Json, ParamDraft, Result, Segments, SignedIn, format_with, title_id};
use crate::params;
use crate::records::ReadingPositionRecord;

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
#[endpoint::get(
    "/v2/myReadingPosition/{serviceId}/{format}", returns "The position",
    errors(InvalidFormat, TitleNotFound, ReadingPositionNotFound),
)]
pub async fn get_reading_position(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments((title, name)): Segments<(String, String)>,
    draft: ParamDraft<PositionParams>,
) -> Result<Json<ReadingPositionRecord>> {
    let (format, params) = format_with(&name, draft)?;
    let any_format = params.any_format == Some(true);
    let request = PositionRequest { title: title_id(&title)?, format, any_format };
    let found = reading::find_any(&op, request).await?;
    Ok(Json(ReadingPositionRecord::from_position(&api, found)))
}
