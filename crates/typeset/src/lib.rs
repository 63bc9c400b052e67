//! Books as PDF for people with low vision and for screen readers: PDF/UA-1 in large print, by typst; and formulas as
//! pictures. Bytes in, bytes out: no database, no network, no clock.
//!
//! A crate of its own, because what it stands on takes minutes to build and is rarely touched.

mod escape;
mod export;
mod fonts;
mod formulas;
mod labels;
mod pictures;
mod source;
mod world;

use std::io::{Read, Seek, Write};

use books::model::Book;
use books::{Error, Key, Mark, Progress, Result, Stop};
use jiff::Timestamp;

pub use fonts::{FontReport, fonts};
pub use formulas::Formulas;

/// Changes whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 2;

/// What is tried in turn when a book cannot be set as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    /// All of it.
    Full,
    /// Formulas as words.
    WithoutFormulas,
    /// The same, and pictures as their alternatives.
    WithoutPictures,
}

/// Writes a tagged PDF in large print. `modified` is the time of its last change.
///
/// It is PDF/UA-1; a book that cannot be, because no font has one of its letters, becomes a tagged PDF without
/// that claim, and the log says why.
///
/// # Errors
/// The book has no text, or cannot be set; the run was stopped. It is looked at between the steps only: setting
/// the pages, about a second for five hundred, is one of them.
pub fn write(book: &Book, modified: Timestamp, progress: &mut dyn Progress) -> Result<Vec<u8>> {
    if book.sections.is_empty() {
        return Err(broken("it has no text"));
    }
    let mut reason = String::new();
    for care in [Care::Full, Care::WithoutFormulas, Care::WithoutPictures] {
        let written = source::write(book, care, progress)?;
        step(progress, 1, 3)?;
        let made = export::pdf(written, book, modified);
        // What one book leaves in the memory of the layout is of no use to the next.
        comemo::evict(0);
        match made {
            Ok(pdf) => return Ok(pdf),
            Err(problem) => {
                tracing::warn!(title = book.metadata.title, ?care, problem, "a book could not be set");
                reason = problem;
            }
        }
    }
    Err(broken(&reason))
}

/// Writes a copy for one recipient: a page with the notice behind the title page, and fingerprints.
///
/// # Errors
/// The file is none that [`write`](fn@write) made; the output cannot be written.
pub fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    let notice = export::notice(mark).map_err(|reason| broken(&reason))?;
    comemo::evict(0);
    books::mark::mark_pdf(package, &notice, out, mark, key)
}

fn broken(reason: &str) -> Error {
    Error::Unsupported { entry: "the book".into(), reason: reason.to_owned() }
}

/// Reports one step and fails when the run has to stop.
fn step(progress: &mut dyn Progress, done: usize, total: usize) -> Result<()> {
    match progress.step(done, total) {
        None => Ok(()),
        Some(Stop::Cancelled) => Err(Error::Cancelled),
        Some(Stop::OutOfTime) => Err(Error::OutOfTime),
    }
}
