use domain::highlights::Highlight;
use services::highlights::TranslatedHighlight;

use super::{FormatRecord, format_timestamp};
use crate::http::Link;
use crate::{Api, routes};

/// A highlight (docs/rules/records.md#rule-18).
#[endpoint::record]
pub struct HighlightRecord {
    /// PUT and DELETE.
    pub allows: Option<Vec<&'static str>>,
    /// Title identifier: a string here, a number in title records (docs/rules/requests.md#rule-16).
    pub service_id: String,
    /// Its format.
    pub format: FormatRecord,
    /// Start location.
    pub start_location: String,
    /// End location.
    pub end_location: String,
    /// Index of the spine item in which it begins.
    pub start_position: Option<i32>,
    /// Index of the spine item in which it ends.
    pub end_position: Option<i32>,
    /// Progress within the section at the start.
    pub start_progression: Option<f64>,
    /// Progress within the title at the start.
    pub start_total_progression: Option<f64>,
    /// Progress within the section at the end.
    pub end_progression: Option<f64>,
    /// Progress within the title at the end.
    pub end_total_progression: Option<f64>,
    /// The highlighted text.
    pub highlight_text: Option<String>,
    /// The reader's note.
    pub annotation_note: Option<String>,
    /// Free text.
    pub color: Option<String>,
    /// When it last changed.
    pub date_updated: String,
    /// self: URL for PUT and DELETE.
    pub links: Vec<Link>,
}

impl HighlightRecord {
    pub fn new(api: &Api, highlight: Highlight) -> Self {
        let Highlight { title, format, start, end, text, note, color, updated } = highlight;
        let address = routes::my_highlight(title, format, &start.location, &end.location);
        Self {
            allows: Some(vec!["PUT", "DELETE"]),
            service_id: title.to_string(),
            format: format.into(),
            start_location: start.location,
            end_location: end.location,
            start_position: start.position,
            end_position: end.position,
            start_progression: start.progression,
            start_total_progression: start.total_progression,
            end_progression: end.progression,
            end_total_progression: end.total_progression,
            highlight_text: text,
            annotation_note: note,
            color,
            date_updated: format_timestamp(updated),
            links: vec![Link::new("self", api.absolute_url(&address))],
        }
    }
}

/// A highlight of another format, with its places in this one.
#[endpoint::record]
pub struct TranslatedHighlightRecord {
    /// Where it begins in the format that was asked for.
    pub start_location: String,
    /// Where it ends there.
    pub end_location: String,
    /// The highlight as it is kept.
    pub original: HighlightRecord,
}

impl TranslatedHighlightRecord {
    pub fn new(api: &Api, translated: TranslatedHighlight) -> Self {
        let TranslatedHighlight { original, start, end } = translated;
        Self { start_location: start, end_location: end, original: HighlightRecord::new(api, original) }
    }
}
