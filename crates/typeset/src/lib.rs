//! Books as PDF for people with low vision and for screen readers: PDF/UA-1 in large print, by typst; and
//! formulas as pictures. Bytes in, bytes out: no database, no network, no clock.
//!
//! A crate of its own, because its dependencies take minutes to build and it rarely changes.
//!
//! ```no_run
//! use books::{Limits, epub};
//!
//! let book = epub::read(std::fs::read("book.epub")?.into(), &Limits::default(), &mut ())?;
//! let pdf = typeset::write(&book, "2026-01-01T00:00:00Z".parse()?, &mut ())?;
//! std::fs::write("book.pdf", pdf)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod clusters;
mod escape;
mod export;
mod fonts;
mod formulas;
mod labels;
mod links;
mod merge;
mod missing;
mod numbers;
mod outlines;
mod pictures;
mod run;
mod source;
mod world;

use std::io::Write;

use books::model::Book;
use books::{Error, NoticeWriter, PdfWriter, Progress, Result, WrittenPdf};
use jiff::Timestamp;

pub use fonts::{FontReport, report_fonts};
pub use formulas::Formulas;

/// Characters per part: some hundred pages.
const CHARS_PER_PART: usize = 150_000;

/// The layout cache drops what the last notices, this many, did not use.
const NOTICES_KEPT_IN_CACHE: usize = 20;

/// The writer of PDF that the program injects into conversions.
///
/// If the same book would give other bytes, raise [`books::pdf::CONVERTER_VERSION`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Pdf;

impl PdfWriter for Pdf {
    fn write(
        &self,
        book: &Book,
        modified: Timestamp,
        out: &mut dyn Write,
        progress: &mut dyn Progress,
    ) -> Result<WrittenPdf> {
        let mut written = WrittenPdf::default();
        run::write_parts(book, modified, CHARS_PER_PART, out, &mut written, progress)?;
        Ok(written)
    }
}

impl NoticeWriter for Pdf {
    fn write_notice(&self, text: &str, language: &str) -> Result<Vec<u8>> {
        let notice = export::typeset_notice(text, language).map_err(|reason| broken_error(&reason))?;
        // Most of what one notice leaves in the memory of the layout is of use to the next.
        comemo::evict(NOTICES_KEPT_IN_CACHE);
        Ok(notice)
    }
}

/// Fallbacks if a book cannot be set unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fallback {
    Full,
    /// Formulas as words.
    WithoutFormulas,
    /// Formulas as words, and pictures as their alternatives.
    WithoutPictures,
}

impl Fallback {
    fn next(self) -> Option<Self> {
        match self {
            Self::Full => Some(Self::WithoutFormulas),
            Self::WithoutFormulas => Some(Self::WithoutPictures),
            Self::WithoutPictures => None,
        }
    }
}

/// Writes a tagged PDF in large print. `modified` is the time of its last change.
pub fn write(book: &Book, modified: Timestamp, progress: &mut dyn Progress) -> Result<Vec<u8>> {
    write_to(book, modified, Vec::new(), progress)
}

/// Writes a tagged PDF in large print into `out`, part by part: neither the pages nor the pictures of a long
/// book are in memory together. `modified` is the time of its last change.
///
/// The output is PDF/UA-1; if that is impossible because no font has one of the characters, it becomes a
/// tagged PDF without that claim; such characters are boxes, keep their text, and are reported
/// ([`books::FindingKind::MissingGlyph`]). In a part that cannot be set, formulas are
/// replaced by words, then pictures by their alternatives.
///
/// # Errors
/// The book has no text, or cannot be set; the output cannot be written; the run was stopped.
/// Stopping is checked between parts, which take about a tenth of a second each.
pub fn write_to<W: Write>(
    book: &Book,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<W> {
    run::write_parts(book, modified, CHARS_PER_PART, out, &mut WrittenPdf::default(), progress)
}

fn broken_error(reason: &str) -> Error {
    Error::Unsupported { entry: "the book".into(), reason: reason.to_owned() }
}
