use domain::bookmarks::Bookmark;
use services::bookmarks::TranslatedBookmark;

use super::{FormatRecord, format_timestamp};
use crate::http::Link;
use crate::{Api, routes};

/// A bookmark (docs/rules/records.md#rule-18).
#[endpoint::record]
pub struct BookmarkRecord {
    /// DELETE.
    pub allows: Option<Vec<&'static str>>,
    /// Title identifier: a string here, a number in title records (docs/rules/requests.md#rule-16).
    pub service_id: String,
    /// When it was first set.
    pub date_created: Option<String>,
    /// Its format; bookmarks are specific to a format.
    pub format: FormatRecord,
    /// self: URL for DELETE.
    pub links: Vec<Link>,
    /// In the format's notation; a canonical fragment identifier in EPUB.
    pub location: String,
    /// Index of the spine item.
    pub position: Option<i32>,
    /// Progress within the section.
    pub progression: Option<f64>,
    /// The reader's text.
    pub text: Option<String>,
    /// Progress within the title.
    pub total_progression: Option<f64>,
}

impl BookmarkRecord {
    pub fn new(api: &Api, bookmark: Bookmark) -> Self {
        let Bookmark { title, format, place, text, created } = bookmark;
        let address = routes::my_bookmark(title, format, &place.location);
        Self {
            allows: Some(vec!["DELETE"]),
            service_id: title.to_string(),
            date_created: Some(format_timestamp(created)),
            format: format.into(),
            links: vec![Link::new("self", api.absolute_url(&address))],
            location: place.location,
            position: place.position,
            progression: place.progression,
            text,
            total_progression: place.total_progression,
        }
    }
}

/// A bookmark of another format, with its place in this one.
#[endpoint::record]
pub struct TranslatedBookmarkRecord {
    /// Where it is in the format that was asked for.
    pub location: String,
    /// How far into the title, from 0 to 1.
    pub total_progression: Option<f64>,
    /// The bookmark as it is kept.
    pub original: BookmarkRecord,
}

impl TranslatedBookmarkRecord {
    pub fn new(api: &Api, translated: TranslatedBookmark) -> Self {
        let TranslatedBookmark { original, location, total_progression } = translated;
        Self { location, total_progression, original: BookmarkRecord::new(api, original) }
    }
}
