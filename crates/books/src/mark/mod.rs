//! Marks: one recipient's name on a copy, and a hidden fingerprint that leads back to the download
//! (spec 4, section 4.1, point 6).
//!
//! The visible notice is a page of the front matter. The fingerprint is the number of the download
//! record, signed with a key of the library, in the package metadata and in several places of
//! several texts: as the id or class of a paragraph, and as a run of spaces and tabs between two
//! paragraphs. Nothing is put into the text itself: an invisible character there would be a cell
//! on a braille display and a stop in speech. Each place is complete by itself, so a single file
//! of the copy is enough to trace it, and so is what is left when ids or white space were removed.

mod brf;
mod daisy;
mod daisy2;
mod docx;
mod epub;
mod fingerprint;
mod objects;
mod pdf;
mod places;
mod rewrite;
mod trace;

use std::io::{Read, Seek, Write};

use jiff::civil::Date;

use crate::error::{Error, Result};
use crate::format::Format;

pub use fingerprint::Key;
pub use pdf::mark_pdf;
pub use trace::{Trace, trace};

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

/// Marks a finished package. Only the files that carry the mark are written anew; all others are
/// copied as they are compressed.
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
    match format {
        Format::Brf => brf::mark(package, out, mark, key),
        Format::Epub3 => epub::mark(package, out, mark, key),
        Format::Daisy | Format::DaisyAudio => daisy::mark(package, out, mark, key),
        Format::Daisy2Audio => daisy2::mark(package, out, mark, key),
        Format::Docx => docx::mark(package, out, mark, key),
        Format::Pdf => Err(Error::NoConversion(format)),
    }
}
