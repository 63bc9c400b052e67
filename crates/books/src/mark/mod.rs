//! Marks: one recipient's name on a copy, and a hidden fingerprint that leads back to the download
//! (docs/rules/downloads.md#rule-6).
//!
//! The visible notice is a page of the front matter. The fingerprint is the number of the download
//! record, signed with a key of the library, in the package metadata and in several places of
//! several texts: as the id or class of a paragraph, and as a run of spaces and tabs between two
//! paragraphs. Nothing is put into the text itself: an invisible character there would be a cell
//! on a braille display and a stop in speech. Each place is complete by itself, so a single file
//! of the copy is enough to trace it, and so is what is left when ids or white space were removed.
//!
//! Where marks go is decided once for each book ([`changes`]); what is of one copy alone are blanks there
//! ([`form`]). A file that is [prepared](prepare) has its [`Plan`], by which a [`Copy`] is put together in
//! little more time than copying takes. [`fn@mark`] makes the same of a file that is not.

mod brf;
mod changes;
mod copy;
mod daisy;
mod daisy202;
mod docx;
mod epub;
mod fingerprint;
mod form;
pub mod objects;
mod package;
mod pdf;
mod places;
mod plan;
mod records;
mod rewrite;
mod seams;
mod trace;

use std::fmt;
use std::io::{Read, Seek, Write};

use jiff::civil::Date;

use crate::error::{Error, Result};
use crate::format::Format;

use changes::Changes;
use form::Filling;
use rewrite::Rewrite;

pub use copy::{Chunk, Copy};
pub use fingerprint::Key;
pub use package::{PREPARATION_VERSION, prepare};
pub use pdf::{mark_pdf, plan_pdf};
pub use plan::Plan;
pub use trace::{Trace, trace};

/// Writes the notices of copies that are PDF.
pub trait NoticeWriter: fmt::Debug + Send + Sync {
    /// A PDF of one page: the notice of a copy.
    ///
    /// # Errors
    /// The notice cannot be set.
    fn notice(&self, mark: &Mark) -> Result<Vec<u8>>;
}

/// The mark of one copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What is shown, such as [`Mark::notice`] makes it.
    pub notice: String,
    /// The language of the notice (BCP 47).
    pub language: String,
    /// The number of the download record.
    pub record: u64,
}

impl Mark {
    /// The notice in English. `recipient` is the first name before the last name.
    pub fn notice(recipient: &str, date: Date) -> String {
        format!("This copy was made for {recipient} on {date}. It is for this person's own use.")
    }

    /// A mark with the notice in English.
    pub fn new(recipient: &str, date: Date, record: u64) -> Self {
        Self { notice: Self::notice(recipient, date), language: "en".to_owned(), record }
    }
}

/// Marks a finished package that is not prepared. Only the files that carry the mark are rewritten; all
/// others are copied as they are compressed.
///
/// # Errors
/// [`Error::NoConversion`] for a format that cannot be marked ([`Format::can_be_marked`]); the
/// package is not one of this format; the output cannot be written.
pub fn mark<R: Read + Seek, W: Write + Seek>(
    format: Format,
    package: R,
    out: W,
    mark: &Mark,
    key: &Key,
) -> Result<W> {
    if !format.can_be_marked() {
        return Err(Error::NoConversion(format));
    }
    let mut package = Rewrite::open(package)?;
    let changes = Changes::find(format, &mut package)?;
    package.write(out, changes, &mut Filling::new(mark, key))
}

/// The same for files of all formats: `writer` sets the page with the notice of a PDF.
///
/// # Errors
/// As [`fn@mark`] and [`mark_pdf`]; [`Error::NoConversion`] for a PDF without a writer.
pub fn mark_with<R: Read + Seek, W: Write + Seek>(
    writer: Option<&dyn NoticeWriter>,
    format: Format,
    package: R,
    out: W,
    one: &Mark,
    key: &Key,
) -> Result<W> {
    if format == Format::Pdf {
        let page = writer.ok_or(Error::NoConversion(format))?.notice(one)?;
        mark_pdf(package, &page, out, one, key)
    } else {
        mark(format, package, out, one, key)
    }
}

/// Plans the copies of a finished file that needs no preparation. `None` if [prepare] plans them: the format
/// is a package.
///
/// # Errors
/// As [`plan_pdf`].
pub fn plan_unprepared<R: Read + Seek>(format: Format, file: R) -> Result<Option<Plan>> {
    if format == Format::Pdf { plan_pdf(file).map(Some) } else { Ok(None) }
}
