//! Reading activity of the caller (docs/rules/reading.md#rule-5, docs/rules/reading.md#rule-9): open to every
//! user who can see the title (docs/rules/documents.md#rule-2).
//! `POST /v2/readingEvents`: records reading progress. Every event is kept.
//! `GET /v2/myReadingPosition/{serviceId}/{format}`: the location of the caller's newest reading event
//! (docs/rules/reading.md#rule-6).

use domain::Format;
use domain::locations::LOCATION_LENGTH;
use domain::reading::{DESCRIPTION_LENGTH, MetricType, ReadingEvent};
use services::reading::{self, PositionRequest};

use crate::http::{
    Count, InRole, Json, OneOf, ParamDraft, Params, RequiredParam, Result, Segments, SignedIn, Text,
    format_with, title_id,
};
use crate::records::{ReadingPositionRecord, StatusKey, StatusRecord};
use crate::{endpoints, params};

endpoints! {
    "Bookmarks, highlights, reading": record_reading_event, get_reading_position;
}

params! {
    /// A reading event.
    pub struct RecordReadingEvent {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// The format that is read.
        format: RequiredParam<Format>,
        /// The current location in the format's notation; a canonical fragment identifier in EPUB.
        location: RequiredParam<Text<LOCATION_LENGTH>>,
        /// The amount that was just read.
        metric: RequiredParam<Count>,
        /// The unit of the amount.
        metric_type: RequiredParam<OneOf<MetricType>>,
        /// The location in words that the reader recognizes, such as a chapter heading.
        location_description: Option<Text<DESCRIPTION_LENGTH>>,
    }
}

/// Record a reading event
///
/// The newest event of a title and format is the reading position there.
#[endpoint::post("/v2/readingEvents", returns "SUCCESS", errors(InvalidFormat, TitleNotFound))]
pub async fn record_reading_event(
    InRole { op, .. }: InRole<SignedIn>,
    Params(params): Params<RecordReadingEvent>,
) -> Result<Json<StatusRecord>> {
    let event = ReadingEvent {
        title: title_id(&params.service_id.0)?,
        format: params.format.0,
        location: params.location.0.0,
        total_progression: None,
        metric: params.metric.0.0,
        metric_type: params.metric_type.0.0,
        description: params.location_description.map(|text| text.0),
        date: op.now,
    };
    reading::record(&op, &event).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The event is recorded.")))
}

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
