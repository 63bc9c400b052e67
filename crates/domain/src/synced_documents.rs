//! Documents whose places reading apps of KOReader's kind keep with the library: copies of titles, and files
//! that the library does not know (docs/kosync.md).

use jiff::Timestamp;

use crate::locations::LOCATION_LENGTH;
use crate::{Format, Item};

/// Characters that the key of a document may have; apps send 32.
pub const DOCUMENT_LENGTH: usize = 255;

/// Characters that the name or identifier of a device may have.
pub const DEVICE_LENGTH: usize = 255;

/// Documents that the library does not know are kept for an account up to this number, the newest first.
pub const UNKNOWN_KEPT: u32 = 2_000;

/// The key that an app gives a document: mostly the MD5 of parts of its file, or of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncedDocument(String);

impl SyncedDocument {
    /// Reads a key: neither empty nor longer than [`DOCUMENT_LENGTH`], and without colons, which apps are not
    /// allowed to send. `None` for others.
    pub fn read(text: &str) -> Option<Self> {
        let valid = !text.is_empty() && !text.contains(':') && is_storable(text, DOCUMENT_LENGTH);
        valid.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The title and format that a document is a copy of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedItem {
    pub item: Item,
    pub format: Format,
}

/// A reader's progress in a document, as the app reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct SyncedProgress {
    /// The place in the app's own words: a pointer into a page of an EPUB, or the number of a page.
    pub progress: String,
    /// Share of the document, from 0 to 1.
    pub percentage: f64,
    pub device: String,
    /// The identifier of the device. `None` if the app sends none.
    pub device_id: Option<String>,
    /// Time at which the library received it.
    pub date: Timestamp,
}

impl SyncedProgress {
    /// Returns true if it can be kept: texts within their lengths, and a share that is a number.
    pub fn is_valid(&self) -> bool {
        let Self { progress, percentage, device, device_id, date: _ } = self;
        let device_id = device_id.as_deref().unwrap_or_default();
        percentage.is_finite()
            && is_storable(progress, LOCATION_LENGTH)
            && is_storable(device, DEVICE_LENGTH)
            && is_storable(device_id, DEVICE_LENGTH)
    }
}

/// Returns true if every database can keep the text, and it is not too long.
fn is_storable(text: &str, characters: usize) -> bool {
    !text.contains('\0') && text.chars().nth(characters).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_a_key_without_colons() {
        for (text, valid) in [
            ("0b229176d4e8db7f6d2b5a4952368d7a", true),
            ("x", true),
            ("", false),
            ("a:b", false),
            ("a\0b", false),
            (&"ä".repeat(DOCUMENT_LENGTH), true),
            (&"ä".repeat(DOCUMENT_LENGTH + 1), false),
        ] {
            assert_eq!(SyncedDocument::read(text).is_some(), valid, "{text:?}");
        }
    }

    #[test]
    fn texts_have_their_lengths_and_shares_are_numbers() {
        let whole = SyncedProgress {
            progress: "p".repeat(LOCATION_LENGTH),
            percentage: 0.5,
            device: "d".repeat(DEVICE_LENGTH),
            device_id: Some("i".repeat(DEVICE_LENGTH)),
            date: Timestamp::UNIX_EPOCH,
        };
        assert!(whole.is_valid());
        assert!(SyncedProgress { device_id: None, ..whole.clone() }.is_valid());
        let long = |text: &str| format!("{text}x");
        for wrong in [
            SyncedProgress { progress: long(&whole.progress), ..whole.clone() },
            SyncedProgress { device: long(&whole.device), ..whole.clone() },
            SyncedProgress { device_id: whole.device_id.as_deref().map(long), ..whole.clone() },
            SyncedProgress { progress: "a\0".into(), ..whole.clone() },
            SyncedProgress { percentage: f64::NAN, ..whole.clone() },
            SyncedProgress { percentage: f64::INFINITY, ..whole },
        ] {
            assert!(!wrong.is_valid(), "{wrong:?}");
        }
    }
}
