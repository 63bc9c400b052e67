//! Documents of readers made into books: PDF, pictures of text (JPEG, PNG, HEIF) and
//! `PowerPoint` presentations in, a new EPUB 3 out (docs/rules/documents.md#rule-2).
//!
//! Documents come from anybody. What decodes PDF, HEIF and scanned pages is a process of its own, with
//! limits on time, memory and disk; everything else is bounded code of this crate.
//!
//! ```no_run
//! use documents::{DocumentOptions, detect, to_epub};
//!
//! let bytes: bytes::Bytes = std::fs::read("report.pdf")?.into();
//! let kind = detect(&bytes).ok_or("none of the kinds")?;
//! let options = DocumentOptions::new("urn:example:1", "2026-01-02T03:04:05Z".parse()?);
//! let epub = to_epub(kind, bytes, &options, &mut ())?.epub;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod error;
mod flow;
mod kind;
mod language;
mod layout;
mod ocr;
mod options;
mod pdf;
mod picture;
mod presentation;
mod tool;
mod work;

use std::io::Cursor;

use books::Progress;
use bytes::Bytes;

pub use error::Error;
pub use kind::{Kind, detect, is_protected_package};
pub use options::{DocumentLimits, DocumentOptions};
pub use tool::{InstalledTool, list_tools, missing_map_package};

use work::DocumentWork;

/// A book that was made of a document.
#[derive(Debug)]
pub struct ConvertedDocument {
    /// The book, an EPUB 3.
    pub epub: Vec<u8>,
    /// Its languages (BCP 47).
    pub languages: Vec<String>,
    /// The number of its images.
    pub images: u64,
    /// The number of its pages or slides; 0 for a single page, which needs no number.
    pub pages: u64,
}

/// Makes an EPUB 3 of a document. Blocking; `progress` is also asked while a process runs, about ten times
/// a second, so that a run can be ended at any moment.
///
/// # Errors
/// See [`Error`]; [`Error::NoText`] when nothing in the document can be read.
pub fn to_epub(
    kind: Kind,
    bytes: Bytes,
    options: &DocumentOptions,
    progress: &mut dyn Progress,
) -> Result<ConvertedDocument, Error> {
    let limit = options.limits.bytes;
    if bytes.len() as u64 > limit {
        return Err(Error::TooLarge { quantity: "bytes", limit });
    }
    if detect(&bytes) != Some(kind) {
        return Err(Error::NotRecognized);
    }
    let mut work = DocumentWork::begin(&options.limits, progress)?;
    let book = match kind {
        Kind::Pdf => pdf::read_pdf(&bytes, options, &mut work)?,
        Kind::Jpeg | Kind::Png | Kind::Heif => picture::read_picture(kind, &bytes, options, &mut work)?,
        Kind::Pptx => presentation::read_presentation(bytes, options, &mut work)?,
    };
    work.check_continue()?;
    let built = books::epub::write_book(&book, options.modified, Cursor::default(), &mut ())?;
    let epub = built.output.into_inner();
    let languages = book.metadata.languages;
    Ok(ConvertedDocument { epub, languages, images: built.images, pages: built.pages })
}
