//! Highlights (docs/rules/records.md#rule-18).

use jiff::Timestamp;

use crate::locations::BookPosition;
use crate::{Format, TitleId};

/// Characters that a color may have (docs/rules/reading.md#rule-3).
pub const COLOR_LENGTH: usize = 32;
/// Characters that a note may have.
pub const NOTE_LENGTH: usize = 4000;
/// Characters that the highlighted text may have.
pub const TEXT_LENGTH: usize = 4000;

/// A stretch that a reader marked in one format of a title. Title, format and both locations make it the one
/// it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    pub title: TitleId,
    pub format: Format,
    pub start: BookPosition,
    pub end: BookPosition,
    pub text: Option<String>,
    /// The reader's note.
    pub note: Option<String>,
    /// Free text, for example `#ffee00`.
    pub color: Option<String>,
    /// Time of the last change.
    pub updated: Timestamp,
}
