//! Documents whose places reading apps of KOReader's kind keep with the library: copies of titles, and files
//! that the library does not know (docs/kosync.md).

use jiff::Timestamp;

use crate::downloads::Item;
use crate::formats::Format;

/// Characters that the key of a document may have; apps send 32.
pub const DOCUMENT_LENGTH: usize = 255;

/// Characters that the name or identifier of a device may have.
pub const DEVICE_LENGTH: usize = 255;

/// Documents that the library does not know are kept for an account up to this number, the newest first.
pub const UNKNOWN_KEPT: u32 = 2_000;

/// What a document is a copy of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// The title or edition.
    pub item: Item,
    /// The format of the copy.
    pub format: Format,
}

/// How far a reader is in a document, as the app reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The place in the app's own words: a pointer into a page of an EPUB, or the number of a page.
    pub progress: String,
    /// Share of the document, from 0 to 1.
    pub percentage: f64,
    /// The name of the device.
    pub device: String,
    /// The identifier of the device. `None` if the app sends none.
    pub device_id: Option<String>,
    /// When the library received it.
    pub date: Timestamp,
}
