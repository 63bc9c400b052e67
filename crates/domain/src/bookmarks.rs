//! Bookmarks (docs/rules/records.md#rule-18).

use jiff::Timestamp;

use crate::locations::BookPosition;
use crate::{Format, TitleId};

/// Characters that a bookmark's text may have (docs/rules/reading.md#rule-3).
pub const TEXT_LENGTH: usize = 1000;

/// A reader's bookmark in one format of a title. Title, format and location make it the one it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Bookmark {
    pub title: TitleId,
    pub format: Format,
    pub place: BookPosition,
    /// The reader's words about it.
    pub text: Option<String>,
    /// Time at which it was first set.
    pub created: Timestamp,
}
