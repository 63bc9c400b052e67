//! Reading events, and the position that the newest of them gives (docs/rules/reading.md#rule-5).

use jiff::Timestamp;

use crate::formats::Format;
use crate::ids::TitleId;
use crate::wire_enum;

/// Characters that the description of a location may have.
pub const DESCRIPTION_LENGTH: usize = 1000;

/// How the devices begin that are signed-in browsers (docs/places.md#devices).
pub const BROWSER: &str = "browser:";

/// How the devices begin that are sign-ins of apps (docs/places.md#devices).
pub const APP: &str = "app:";

/// How many characters of the hash of a sign-in follow: enough to tell devices apart.
pub const DEVICE_LENGTH: usize = 16;

/// The device that a signed-in browser is, by the hash of its session.
pub fn browser_device(session: &str) -> String {
    device(BROWSER, session)
}

/// The device that a sign-in of an app is, by the family of its tokens.
pub fn app_device(family: &str) -> String {
    device(APP, family)
}

fn device(kind: &str, hash: &str) -> String {
    kind.chars().chain(hash.chars().take(DEVICE_LENGTH)).collect()
}

wire_enum! {
    /// What a quantity read counts (docs/rules/values.md#rule-17).
    pub enum MetricType {
        /// Pages.
        Page = "page",
        /// Chapters.
        Chapter = "chapter",
        /// Paragraphs.
        Paragraph = "paragraph",
    }
}

/// A reader continued reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingEvent {
    /// In which title.
    pub title: TitleId,
    /// In which format.
    pub format: Format,
    /// Where the reader is now.
    pub location: String,
    /// How far into the title, from 0 to 1. `None` if the app did not say.
    pub total_progression: Option<f64>,
    /// How much was just read.
    pub metric: i32,
    /// In what it is counted.
    pub metric_type: MetricType,
    /// The place in words the reader recognizes, such as a chapter heading.
    pub description: Option<String>,
    /// When.
    pub date: Timestamp,
}

/// Where a reader is in one format of a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingPosition {
    /// In which title.
    pub title: TitleId,
    /// In which format.
    pub format: Format,
    /// The location of the newest event.
    pub location: String,
    /// The earliest event of the title, in any format.
    pub added: Timestamp,
    /// The newest event of the title, in any format.
    pub modified: Timestamp,
}

/// The newest event of a reader in one format of a title.
#[derive(Debug, Clone, PartialEq)]
pub struct NewestEvent {
    /// In which format.
    pub format: Format,
    /// Where, in the way of the format or in the words of an app.
    pub location: String,
    /// How far into the title, from 0 to 1. `None` if the app did not say.
    pub total_progression: Option<f64>,
    /// The place in words the reader recognizes.
    pub description: Option<String>,
    /// When, by the device's own time if it says so.
    pub date: Timestamp,
    /// The device that reported it (docs/places.md#devices). `None` if it is not known, or its sign-in has
    /// ended.
    pub device: Option<String>,
    /// The name that the device gives itself, such as "Kobo". `None` if it gives none.
    pub device_name: Option<String>,
}
