//! Marks: one recipient's name on a copy, and a hidden fingerprint that leads back to the download
//! (docs/rules/downloads.md#rule-6). Bytes in, bytes out: no database, no network, no clock.
//!
//! The visible notice is a page of the front matter. The fingerprint is the number of the download
//! record, signed with a key of the library, in the package metadata and in several places of
//! several texts: as the id or class of a paragraph, and as a run of spaces and tabs between two
//! paragraphs. Nothing is put into the text itself: an invisible character there would be a cell
//! on a braille display and a stop in speech. Each place is complete by itself, so a single file
//! of the copy is enough to trace it, and so is what is left when ids or white space were removed.
//!
//! Where marks go is decided once for each book (`formats`); what is of one copy alone are blanks there
//! (`form`). A file that is [prepared](fn@prepare) has its [`WatermarkPlan`], by which a [`Copy`] is built in
//! little more time than copying takes. [`fn@mark_package`] makes the same of a file that is not.
//!
//! ```no_run
//! use std::fs::{self, File};
//!
//! use books::{Format, Limits};
//! use marks::{Key, Watermark, mark_package, trace_copy};
//!
//! let key = Key::new(b"32 random bytes of the library..");
//! let watermark = Watermark::new("Jane Doe", "2026-01-01".parse()?, 1001);
//! let copy = File::create("copy.epub")?;
//! mark_package(Format::Epub3, File::open("book.epub")?, copy, &watermark, &key)?;
//!
//! // The number of the download, 1001.
//! let trace = trace_copy(&fs::read("copy.epub")?.into(), &key, &Limits::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod changes;
mod copy;
mod fingerprint;
mod form;
mod formats;
mod mark;
mod package;
mod pdf;
mod places;
mod plan;
mod prepare;
mod records;
mod rewrite;
mod seams;
mod trace;

use std::io::{Read, Seek, Write};

use books::{Error, Format, NoticeWriter, Result};

use form::TemplateFiller;

pub(crate) use changes::{MarkedText, PackageChanges};
pub use copy::{Chunk, Copy};
pub use fingerprint::Key;
pub(crate) use form::FormTemplate;
pub use mark::Watermark;
pub use pdf::mark_pdf;
pub use plan::{WatermarkPlan, plan_pdf, plan_unprepared};
pub use prepare::{PREPARATION_VERSION, prepare};
pub(crate) use rewrite::PackageRewriter;
pub use trace::{Trace, trace_copy};

/// Marks a finished package that is not prepared. Only the files that carry the mark are rewritten; all
/// others are copied as they are compressed.
///
/// # Errors
/// [`Error::NoConversion`] for PDF, whose notice needs a writer ([`mark_with`]); the package is not one of
/// this format; the output cannot be written.
pub fn mark_package<R: Read + Seek, W: Write + Seek>(
    format: Format,
    package: R,
    out: W,
    mark: &Watermark,
    key: &Key,
) -> Result<W> {
    let find = formats::changes_finder(format)?;
    let mut package = PackageRewriter::open(package)?;
    let changes = find(&mut package)?;
    package.write_copy(out, changes, &mut TemplateFiller::new(mark, key))
}

/// Marks a finished file of any format: `writer` sets the page with the notice of a PDF.
///
/// # Errors
/// As [`fn@mark_package`] and [`mark_pdf`]; [`Error::NoConversion`] for a PDF without a writer.
pub fn mark_with<R: Read + Seek, W: Write + Seek>(
    writer: Option<&dyn NoticeWriter>,
    format: Format,
    package: R,
    out: W,
    watermark: &Watermark,
    key: &Key,
) -> Result<W> {
    if format == Format::Pdf {
        let writer = writer.ok_or(Error::NoConversion(format))?;
        let page = writer.write_notice(&watermark.notice, &watermark.language)?;
        mark_pdf(package, &page, out, watermark, key)
    } else {
        mark_package(format, package, out, watermark, key)
    }
}
