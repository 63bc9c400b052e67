//! Reading events, and the position that the newest of them gives (docs/rules/reading.md#rule-5).

use jiff::Timestamp;

use crate::formats::Format;
use crate::ids::TitleId;
use crate::wire_enum;

/// Characters that the description of a location may have.
pub const DESCRIPTION_LENGTH: usize = 1000;

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
}

/// How far a reader is in one format of a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Progression {
    /// In which format.
    pub format: Format,
    /// Where the reader is.
    pub location: String,
    /// How far into the title, from 0 to 1.
    pub total_progression: f64,
    /// The place in words the reader recognizes.
    pub description: Option<String>,
    /// When.
    pub date: Timestamp,
}
