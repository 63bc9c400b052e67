use domain::reading::ReadingPosition;
use serde::Serialize;
use utoipa::ToSchema;

use super::{FormatRecord, timestamp};
use crate::http::links::Link;
use crate::routes;
use crate::state::Api;

/// Where the caller is in one format of a title (docs/rules/records.md#rule-18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingPositionRecord {
    /// Title identifier: a text here, a number in title records (docs/rules/requests.md#rule-16).
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
}

impl ReadingPositionRecord {
    /// The record of a position.
    pub fn new(api: &Api, position: ReadingPosition) -> Self {
        let address = routes::my_reading_position(position.title, position.format);
        Self {
            service_id: position.title.to_string(),
            date_added: timestamp(position.added),
            date_modified: timestamp(position.modified),
            format: position.format.into(),
            links: vec![Link::new("self", api.url(&address))],
            location: position.location,
        }
    }
}
