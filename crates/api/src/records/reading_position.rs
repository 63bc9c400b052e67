use domain::reading::{NewestEvent, ReadingPosition};
use services::reading::{AnyPosition, FoundPosition};

use super::{FormatRecord, format_timestamp};
use crate::http::Link;
use crate::{Api, routes};

/// Where the caller is in one format of a title (docs/rules/records.md#rule-18).
#[endpoint::record]
pub struct ReadingPositionRecord {
    /// Title identifier: a string here, a number in title records (docs/rules/requests.md#rule-16).
    pub service_id: String,
    /// The earliest recorded activity for the title.
    pub date_added: String,
    /// The latest activity.
    pub date_modified: String,
    /// The format.
    pub format: FormatRecord,
    /// self.
    pub links: Vec<Link>,
    /// The location of the newest reading event.
    pub location: String,
    /// With `anyFormat`: how far into the title, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_progression: Option<f64>,
    /// With `anyFormat`: the name that the device gives itself, if it gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// With `anyFormat`: the position as it was reported, if that was in another format, or in the words of
    /// an app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translated_from: Option<OtherPosition>,
    /// With `anyFormat`: the newest positions in the other formats, and those of other devices, the newest
    /// first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<OtherPosition>>,
}

/// A position as it was reported in one format.
#[endpoint::record]
pub struct OtherPosition {
    /// When it was reported.
    pub date_modified: String,
    /// The format.
    pub format: FormatRecord,
    /// The location there.
    pub location: String,
    /// How far into the title, from 0 to 1.
    pub total_progression: Option<f64>,
    /// The name that the device gives itself.
    pub device: Option<String>,
}

impl OtherPosition {
    fn new(event: NewestEvent) -> Self {
        Self {
            date_modified: format_timestamp(event.date),
            format: event.format.into(),
            location: event.location,
            total_progression: event.total_progression,
            device: event.device_name,
        }
    }
}

impl ReadingPositionRecord {
    /// The record of a position, in one format or in any.
    pub fn from_position(api: &Api, position: FoundPosition) -> Self {
        match position {
            FoundPosition::InFormat(position) => Self::new(api, position),
            FoundPosition::InAny(position) => Self::in_any_format(api, position),
        }
    }

    fn new(api: &Api, position: ReadingPosition) -> Self {
        let address = routes::my_reading_position(position.title, position.format);
        Self {
            service_id: position.title.to_string(),
            date_added: format_timestamp(position.added),
            date_modified: format_timestamp(position.modified),
            format: position.format.into(),
            links: vec![Link::new("self", api.absolute_url(&address))],
            location: position.location,
            total_progression: None,
            device: None,
            translated_from: None,
            others: None,
        }
    }

    fn in_any_format(api: &Api, position: AnyPosition) -> Self {
        Self {
            total_progression: position.total_progression,
            device: position.device_name,
            translated_from: position.translated.map(OtherPosition::new),
            others: Some(position.others.into_iter().map(OtherPosition::new).collect()),
            ..Self::new(api, position.position)
        }
    }
}
