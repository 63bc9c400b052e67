//! Word documents (Office Open XML): headings by styles with outline levels, lists, tables with header rows,
//! real footnotes, pictures with alternatives, languages, mathematics, print page numbers.
//!
//! Every paragraph has a named style, so that a reader changes the look of the whole book in one place. The
//! styles as they come are those of large print.

mod blocks;
mod bookmarks;
mod figures;
mod inlines;
mod lists;
mod math;
mod notes;
mod paragraphs;
mod parts;
mod pictures;
mod runs;
mod styles;
mod tables;
mod text;

use std::io::{Seek, Write};

use jiff::Timestamp;
use position_maps::{PlaceUnit, Places};

use crate::model::Book;
use crate::progress::report_step;
use crate::{Archive, LetterTally, Progress, Result};

/// Changes whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 15;

/// The path of the text in the package.
pub const TEXT_PATH: &str = "word/document.xml";
/// The path of the footnotes in the package.
pub const NOTES_PATH: &str = "word/footnotes.xml";
/// The path of the properties that the format does not know.
pub const CUSTOM_PROPERTIES_PATH: &str = "docProps/custom.xml";

/// Writes a Word document; also returns the positions of the numbered blocks and the letters that were
/// written. `modified` is the time of its last change.
///
/// Pictures in formats that Word does not know become PNG; of those that cannot be read, the alternatives
/// stay.
pub(crate) fn write<W: Write + Seek>(
    book: &Book,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<(W, Places, LetterTally)> {
    let mut text = text::write_text(book, progress)?;
    let sentences = std::mem::take(&mut text.sentences);
    let mut out = Archive::new(out, modified);
    out.add("[Content_Types].xml", parts::write_content_types(&text.images).as_bytes())?;
    out.add("_rels/.rels", parts::write_package_relations().as_bytes())?;
    out.add("docProps/core.xml", parts::write_core_properties(book, modified).as_bytes())?;
    out.add("docProps/app.xml", parts::write_app_properties().as_bytes())?;
    out.add(CUSTOM_PROPERTIES_PATH, parts::write_custom_properties().as_bytes())?;
    out.add(TEXT_PATH, text.document.as_bytes())?;
    out.add("word/_rels/document.xml.rels", text.relations.write_document_relations().as_bytes())?;
    out.add("word/styles.xml", styles::write_styles(book).as_bytes())?;
    out.add("word/numbering.xml", lists::write_numbering(&text.lists).as_bytes())?;
    out.add("word/settings.xml", parts::write_settings(book).as_bytes())?;
    out.add("word/fontTable.xml", parts::write_fonts().as_bytes())?;
    out.add("word/footer1.xml", parts::write_footer().as_bytes())?;
    out.add(NOTES_PATH, text.footnotes.as_bytes())?;
    out.add("word/_rels/footnotes.xml.rels", text.relations.write_footnote_relations().as_bytes())?;
    let total = text.images.len();
    for (n, image) in text.images.iter().enumerate() {
        report_step(progress, n, total)?;
        out.store(&image.part_path(), &image.bytes(&book.resources)?)?;
    }
    Ok((out.finish()?, Places::from_counts(PlaceUnit::Paragraph, sentences), text.letters))
}
