//! Books as PDF for people with low vision and for screen readers: PDF/UA-1 in large print, by typst; and
//! formulas as pictures. Bytes in, bytes out: no database, no network, no clock.
//!
//! A crate of its own, because what it stands on takes minutes to build and is rarely touched.

mod clusters;
mod escape;
mod export;
mod fonts;
mod formulas;
mod labels;
mod links;
mod merge;
mod numbers;
mod outlines;
mod pictures;
mod run;
mod source;
mod world;

use std::io::{Read, Seek, Write};

use books::mark::{Copy, Plan};
use books::model::Book;
use books::places::{Grid, Map};
use books::{Error, Key, Mark, Progress, Result, Stop};
use jiff::Timestamp;

pub use fonts::{FontReport, fonts};
pub use formulas::Formulas;

/// Changes whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 8;

/// Letters of a part: some hundred pages.
const LETTERS: usize = 150_000;

/// For so many notices the layout remembers what none of them has needed.
const KEPT: usize = 20;

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

impl Care {
    /// What is tried next.
    fn next(self) -> Option<Self> {
        match self {
            Self::Full => Some(Self::WithoutFormulas),
            Self::WithoutFormulas => Some(Self::WithoutPictures),
            Self::WithoutPictures => None,
        }
    }
}

/// Writes a tagged PDF in large print. `modified` is the time of its last change.
///
/// # Errors
/// As [`write_to`].
pub fn write(book: &Book, modified: Timestamp, progress: &mut dyn Progress) -> Result<Vec<u8>> {
    write_to(book, modified, Vec::new(), progress)
}

/// Writes a tagged PDF in large print into `out`, part by part: neither the pages nor the pictures of a long
/// book are ever in memory together. `modified` is the time of its last change.
///
/// It is PDF/UA-1; a book that cannot be, because no font has one of its letters, becomes a tagged PDF
/// without that claim, and the log says why. Of a part that cannot be set formulas stand as words, then
/// pictures as their alternatives.
///
/// # Errors
/// The book has no text, or cannot be set; the output cannot be written; the run was stopped. It is looked at
/// between the parts, which take about a tenth of a second each.
pub fn write_to<W: Write>(
    book: &Book,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<W> {
    run::write(book, modified, LETTERS, out, &mut Vec::new(), progress)
}

/// The same as [`write_to`] of a book whose sentences are numbered, and on which page each of them begins.
///
/// # Errors
/// As [`write_to`].
pub fn write_mapped<W: Write>(
    book: &Book,
    grid: &Grid,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<(W, Map)> {
    let mut sentences = Vec::new();
    let out = run::write(book, modified, LETTERS, out, &mut sentences, progress)?;
    Ok((out, Map::of_pages(grid, sentences)))
}

/// Writes a copy for one recipient: a page with the notice behind the title page, and fingerprints.
///
/// # Errors
/// The file is none that [`write`](fn@write) made; the output cannot be written.
pub fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    books::mark::mark_pdf(package, &notice(mark)?, out, mark, key)
}

/// What a copy consists of by the plan of the file, of any format; the page with the notice is set when it
/// needs one ([`books::mark::plan_pdf`]). `None`: `end` is not the end of the file that the plan belongs to.
///
/// # Errors
/// The notice cannot be set.
pub fn copy(plan: &Plan, end: &[u8], mark: &Mark, key: &Key) -> Result<Option<Copy>> {
    let page = if plan.needs_page() { notice(mark)? } else { Vec::new() };
    plan.copy(end, &page, mark, key)
}

/// The page with the notice.
fn notice(mark: &Mark) -> Result<Vec<u8>> {
    let notice = export::notice(mark).map_err(|reason| broken(&reason))?;
    // Most of what one notice leaves in the memory of the layout is of use to the next.
    comemo::evict(KEPT);
    Ok(notice)
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
