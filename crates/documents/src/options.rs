//! Input for making a book of a document, in addition to the document.

use std::time::Duration;

use books::draft::{self, BookDraft, StatedMetadata};
use books::model::Book;
use jiff::Timestamp;

use crate::error::{Error, Result};

/// Options of a conversion in addition to the document.
#[derive(Debug, Clone)]
pub struct DocumentOptions {
    /// The owner's title; if empty, the document's own.
    pub title: String,
    /// The language (BCP 47) to expect, such as that of its owner. What the document itself says goes
    /// before, and so does what its words say.
    pub language: Option<String>,
    /// The identifier of the book; unique, and the same for the same document.
    pub identifier: String,
    /// The time that the package bears.
    pub modified: Timestamp,
    /// Bounds.
    pub limits: DocumentLimits,
}

impl DocumentOptions {
    /// Options with nothing stated that can be left open.
    pub fn new(identifier: impl Into<String>, modified: Timestamp) -> Self {
        Self {
            title: String::new(),
            language: None,
            identifier: identifier.into(),
            modified,
            limits: DocumentLimits::default(),
        }
    }

    pub(crate) fn to_book(&self, draft: BookDraft) -> Result<Book> {
        let stated = StatedMetadata {
            title: self.title.clone(),
            language: self.language.clone(),
            identifier: self.identifier.clone(),
        };
        draft::into_book(draft, &stated).ok_or(Error::NoText)
    }
}

/// Hard limits on a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentLimits {
    /// Bytes of the document. docs/rules/documents.md#rule-1 allows uploads of 20 Mb.
    pub bytes: u64,
    /// Pages of a PDF, slides of a presentation.
    pub pages: usize,
    /// Pixels of one picture.
    pub pixels: u64,
    /// Time for the whole document.
    pub time: Duration,
    /// Time for one run of one program, such as recognizing the text of one page.
    pub step_time: Duration,
    /// Bytes of memory for a program.
    pub memory: u64,
    /// Bytes of all temporary files together.
    pub disk: u64,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            bytes: 20 << 20,
            pages: 2_000,
            pixels: 64_000_000,
            time: Duration::from_mins(30),
            step_time: Duration::from_mins(2),
            memory: 2 << 30,
            disk: 1 << 30,
        }
    }
}
