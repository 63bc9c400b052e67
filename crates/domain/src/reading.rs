//! Reading events, and the position that the newest of them gives (docs/rules/reading.md#rule-5).

use jiff::Timestamp;

use crate::{Format, TitleId, wire_enum};

/// Characters that the description of a location may have.
pub const DESCRIPTION_LENGTH: usize = 1000;

/// Prefix of the devices that are signed-in browsers (docs/places.md#devices).
pub const BROWSER: &str = "browser:";

/// Prefix of the devices that are sign-ins of apps (docs/places.md#devices).
pub const APP: &str = "app:";

/// Number of characters of the hash of a sign-in in a device: enough to tell devices apart.
pub const DEVICE_LENGTH: usize = 16;

/// The device that a signed-in browser is, by the hash of its session.
pub fn browser_device(session: &str) -> String {
    device_id(BROWSER, session)
}

/// The device that a sign-in of an app is, by the family of its tokens.
pub fn app_device(family: &str) -> String {
    device_id(APP, family)
}

fn device_id(kind: &str, hash: &str) -> String {
    kind.chars().chain(hash.chars().take(DEVICE_LENGTH)).collect()
}

wire_enum! {
    /// Unit of a quantity read (docs/rules/values.md#rule-17).
    pub enum MetricType {
        Page = "page",
        Chapter = "chapter",
        Paragraph = "paragraph",
    }
}

/// A reader continued reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingEvent {
    pub title: TitleId,
    pub format: Format,
    /// Position of the reader.
    pub location: String,
    /// Position as a share of the title, from 0 to 1. `None` if the app did not report it.
    pub total_progression: Option<f64>,
    /// Amount that was just read.
    pub metric: i32,
    pub metric_type: MetricType,
    /// The place in words the reader recognizes, such as a chapter heading.
    pub description: Option<String>,
    pub date: Timestamp,
}

/// Position of a reader in one format of a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingPosition {
    pub title: TitleId,
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
    pub format: Format,
    /// The position, in the notation of the format or in the words of an app.
    pub location: String,
    /// Position as a share of the title, from 0 to 1. `None` if the app did not report it.
    pub total_progression: Option<f64>,
    /// The place in words the reader recognizes.
    pub description: Option<String>,
    /// Time of the position, by the device's clock if it was reported.
    pub date: Timestamp,
    /// The device that reported it (docs/places.md#devices). `None` if it is not known, or its sign-in has
    /// ended.
    pub device: Option<String>,
    /// The name that the device gives itself, such as "Kobo". `None` if it gives none.
    pub device_name: Option<String>,
}
