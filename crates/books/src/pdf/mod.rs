//! PDF, by a writer that the program injects: a typesetter takes minutes to build, and only the program links
//! one. And the objects of its files, for those who change or merge them.

pub mod objects;

use std::fmt;
use std::io::Write;

use jiff::Timestamp;

use crate::model::Book;
use crate::{LetterTally, Progress, Result};

/// Changes whenever the same source would give other bytes. It is here, and not with the writer, because it
/// belongs into the keys under which files are kept, and processes without a writer must know these keys,
/// too.
pub const CONVERTER_VERSION: u32 = 18;

/// Writes the notices of copies that are PDF.
pub trait NoticeWriter: fmt::Debug + Send + Sync {
    /// Returns a PDF of one page with a text. `language` is that of the text (BCP 47).
    ///
    /// # Errors
    /// The text cannot be set.
    fn write_notice(&self, text: &str, language: &str) -> Result<Vec<u8>>;
}

/// Writes books as PDF, and the pages with the notices of copies.
pub trait PdfWriter: NoticeWriter {
    /// Writes a tagged PDF into `out`. `modified` is the time of its last change: the same book and time give
    /// the same bytes.
    ///
    /// The file must have a plain table of references and no compressed objects, as [`objects::Objects`]
    /// reads them: copies of it are planned by them.
    ///
    /// # Errors
    /// The book cannot be set, the output cannot be written, or the run was stopped.
    fn write(
        &self,
        book: &Book,
        modified: Timestamp,
        out: &mut dyn Write,
        progress: &mut dyn Progress,
    ) -> Result<WrittenPdf>;
}

/// Facts about a PDF that was written.
#[derive(Debug, Default)]
pub struct WrittenPdf {
    /// The numbers of blocks ([`crate::model::Attrs::sentence`]), and the pages, from 1, on which they begin;
    /// none for a book whose blocks are not numbered.
    pub sentences: Vec<(u32, usize)>,
    /// Letters of the book that were written.
    pub letters: LetterTally,
}
