//! Word documents (Office Open XML): headings by styles with outline levels, lists, tables with header rows,
//! real footnotes, pictures with alternatives, languages, mathematics, print page numbers.
//!
//! Every paragraph has a named style, so that a reader changes the looks of the whole book in one place. The
//! styles as they come are those of large print.

mod blocks;
mod figures;
mod inlines;
mod lists;
mod math;
mod parts;
mod runs;
mod styles;
mod tables;
mod text;

use std::io::{Seek, Write};

use jiff::Timestamp;

use crate::archive::Archive;
use crate::balance::LetterTally;
use crate::error::Result;
use crate::model::Book;
use crate::places::{Places, Unit};
use crate::progress::{Progress, step};

/// Changes whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 7;

/// The path of the text in the package.
pub const TEXT: &str = "word/document.xml";
/// The path of the footnotes in the package.
pub const NOTES: &str = "word/footnotes.xml";
/// The path of the properties that the format does not know.
pub const CUSTOM: &str = "docProps/custom.xml";

/// Writes a Word document. `modified` is the time of its last change.
///
/// Pictures in formats that Word does not know become PNG; of those that cannot be read, the alternatives
/// stay.
///
/// # Errors
/// A file of the book cannot be unpacked, or the run was stopped.
pub fn write<W: Write + Seek>(
    book: &Book,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<W> {
    Ok(write_placed(book, modified, out, progress)?.0)
}

/// The same, where the numbered blocks are, and the letters that were written.
pub(crate) fn write_placed<W: Write + Seek>(
    book: &Book,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<(W, Places, LetterTally)> {
    let mut text = text::write(book, progress)?;
    let sentences = std::mem::take(&mut text.sentences);
    let mut out = Archive::new(out, modified);
    out.add("[Content_Types].xml", parts::content_types(&text.images).as_bytes())?;
    out.add("_rels/.rels", parts::package_relations().as_bytes())?;
    out.add("docProps/core.xml", parts::core(book, modified).as_bytes())?;
    out.add("docProps/app.xml", parts::app().as_bytes())?;
    out.add(CUSTOM, parts::custom().as_bytes())?;
    out.add(TEXT, text.document.as_bytes())?;
    out.add("word/_rels/document.xml.rels", text.relations.document().as_bytes())?;
    out.add("word/styles.xml", styles::write(book).as_bytes())?;
    out.add("word/numbering.xml", lists::write(&text.lists).as_bytes())?;
    out.add("word/settings.xml", parts::settings(book).as_bytes())?;
    out.add("word/fontTable.xml", parts::fonts().as_bytes())?;
    out.add("word/footer1.xml", parts::footer().as_bytes())?;
    out.add(NOTES, text.footnotes.as_bytes())?;
    out.add("word/_rels/footnotes.xml.rels", text.relations.footnotes().as_bytes())?;
    let total = text.images.len();
    for (n, image) in text.images.iter().enumerate() {
        step(progress, n, total)?;
        out.store(&image.part(), &image.bytes(&book.resources)?)?;
    }
    Ok((out.finish()?, Places::counted(Unit::Paragraph, sentences), text.letters))
}
