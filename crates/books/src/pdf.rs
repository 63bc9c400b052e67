//! PDF, by a writer that the program injects: a typesetter takes minutes to build, and only the program links
//! one.

use std::io::Write;

use jiff::Timestamp;

use crate::error::Result;
use crate::mark::NoticeWriter;
use crate::model::Book;
use crate::progress::Progress;

/// Changes whenever the same source would give other bytes. It is here, and not with the writer, because it
/// belongs into the keys under which files are kept, and processes without a writer must know these keys, too.
pub const CONVERTER_VERSION: u32 = 8;

/// Writes books as PDF, and the pages with the notices of copies.
pub trait PdfWriter: NoticeWriter {
    /// Writes a tagged PDF into `out`. `modified` is the time of its last change: the same book and time give
    /// the same bytes. Returns the numbered sentences ([`crate::places::Grid::of`]) with which blocks begin, and
    /// the pages, from 1, on which they are; none for a book whose sentences are not numbered.
    ///
    /// The file must have a plain table of references and no compressed objects, so that copies of it can be
    /// planned ([`crate::mark::plan_pdf`]).
    ///
    /// # Errors
    /// The book cannot be set, the output cannot be written, or the run was stopped.
    fn write(
        &self,
        book: &Book,
        modified: Timestamp,
        out: &mut dyn Write,
        progress: &mut dyn Progress,
    ) -> Result<Vec<(u32, usize)>>;
}
