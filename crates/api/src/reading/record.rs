//! POST /v2/readingEvents (docs/rules/reading.md#rule-5): records reading progress. Every event is kept.

use domain::Format;
use domain::locations::LOCATION_LENGTH;
use domain::reading::{DESCRIPTION_LENGTH, MetricType, ReadingEvent};
use services::reading;

use crate::http::{Count, InRole, Json, OneOf, Params, RequiredParam, Result, SignedIn, Text, title_id};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

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
