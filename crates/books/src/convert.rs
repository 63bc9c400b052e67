//! Conversion from whatever the source is to whatever is asked for.

use bytes::Bytes;
use jiff::Timestamp;

use crate::error::{Error, Result};
use crate::format::Format;
use crate::limits::Limits;
use crate::model::Book;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::{brf, daisy, docx, epub};

/// What a conversion needs beside the book.
#[derive(Debug, Clone)]
pub struct Options {
    /// The time that the package bears as its last change. The same source, format and time give
    /// the same bytes.
    pub modified: Timestamp,
    /// Bounds on the source.
    pub limits: Limits,
    /// What the reader chose; formats that have nothing to choose leave it alone.
    pub settings: Settings,
}

impl Options {
    /// Ordinary limits and settings.
    pub fn new(modified: Timestamp) -> Self {
        Self { modified, limits: Limits::default(), settings: Settings::default() }
    }
}

/// Converts a source file (EPUB 2 or 3, DAISY 3) to a format.
///
/// # Errors
/// [`Error::NoConversion`] when no writer makes the format; otherwise as [`epub::read`] and
/// [`daisy::read`].
pub fn convert(
    format: Format,
    source: Bytes,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Vec<u8>> {
    if daisy::is_daisy(&source, &options.limits) {
        return convert_book(format, &daisy::read(source, &options.limits, progress)?, options, progress);
    }
    match format {
        Format::Epub3 => epub::write(source, options.modified, &options.limits, progress),
        other if other.converter_version().is_none() => Err(Error::NoConversion(other)),
        other => convert_book(other, &epub::read(source, &options.limits, progress)?, options, progress),
    }
}

/// Converts a book that was read already. EPUB 3 is then written anew; a book that was an EPUB
/// keeps more of itself by [`convert`], which passes its own files through.
///
/// # Errors
/// [`Error::NoConversion`] when no writer makes the format from a book; a file of the book cannot
/// be unpacked; the run was stopped.
pub fn convert_book(
    format: Format,
    book: &Book,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Vec<u8>> {
    match format {
        Format::Daisy => daisy::write(book, options.modified, progress),
        Format::Brf => brf::write(book, options.settings.braille, options.modified, progress),
        Format::Epub3 => epub::write_book(book, options.modified, progress),
        Format::Docx => docx::write(book, options.modified, progress),
        other => Err(Error::NoConversion(other)),
    }
}
