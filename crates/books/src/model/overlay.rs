//! Narration synchronized with the text.

use std::time::Duration;

use super::inline::Target;

/// The narration of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    /// Path of the document that is narrated; empty for the title of the book, and for its authors: their
    /// names are the ids there.
    pub section: String,
    /// The stated length.
    pub duration: Option<Duration>,
    /// The clips in the order of playing.
    pub clips: Vec<Clip>,
}

/// A piece of narration and the text that it speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clip {
    /// The text.
    pub text: Target,
    /// Path of the audio file.
    pub audio: String,
    /// The beginning in the file.
    pub begin: Duration,
    /// The end in the file; `None` for the end of the file.
    pub end: Option<Duration>,
}

impl Clip {
    /// The duration, if the end is known.
    pub fn length(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_sub(self.begin))
    }
}
