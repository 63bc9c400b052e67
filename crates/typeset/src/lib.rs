//! Books as PDF for people with low vision and for screen readers: PDF/UA-1 in large print, by typst; and
//! formulas as pictures. Bytes in, bytes out: no database, no network, no clock.
//!
//! A crate of its own, because its dependencies take minutes to build and it rarely changes.

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

/// Raised whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 8;

/// Letters per part: some hundred pages.
const LETTERS: usize = 150_000;

/// The layout cache drops what the last notices, this many, did not use.
const KEPT: usize = 20;

/// Fallbacks if a book cannot be set as it is.
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
    /// The next fallback.
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
/// book are in memory together. `modified` is the time of its last change.
///
/// The output is PDF/UA-1; if that is impossible because no font has one of the characters, it becomes a
/// tagged PDF without that claim, and the reason is logged. In a part that cannot be set, formulas are
/// replaced by words, then pictures by their alternatives.
///
/// # Errors The book has no text, or cannot be set; the output cannot be written; the run was stopped.
/// Stopping is checked between parts, which take about a tenth of a second each.
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
/// # Errors The file was not made by [`write`](fn@write); the output cannot be written.
pub fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    books::mark::mark_pdf(package, &notice(mark)?, out, mark, key)
}

/// The contents of a copy by the plan of the file, in any format; the page with the notice is set if needed
/// ([`books::mark::plan_pdf`]). `None`: `end` is not the end of the file that the plan belongs to.
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
