//! Small books made in code, and the outside validators, for tests.

mod audio;
mod braille;
mod comic;
mod compare;
mod daisy202;
mod daisy3;
mod document;
mod entries;
mod epub;
mod formulas;
mod hard;
mod hostile;
mod located;
mod mapped;
mod parts;
mod pdf;
mod python;
mod references;
mod score;
mod text;
mod validators;

pub use audio::{
    ToneEngine, audio_tools, decoded_milliseconds, faults_of_audio, faults_of_recordings, mp3_with_length,
};
pub use braille::{faults_of_braille, read_back, read_back_in_any_order, read_back_table_and_text};
pub use comic::drawn_comic;
pub use compare::{WordComparison, compare_words};
pub use daisy3::{TALKING_BOOK, talking_book};
pub use daisy202::daisy202_book;
pub use document::{
    Letters, PdfBuilder, PdfPage, PdfTag, PptxBuilder, picture_of_text, run_program,
    slides_with_an_unreadable_one, two_slides,
};
pub use entries::{ENTRIES_INTO_TEXT, book_with_entries_into_text};
pub use epub::{Epub2Builder, EpubBuilder, MINIMAL_PNG, small_book, zip_files};
pub use formulas::{SketchRenderer, UNDRAWABLE_TEXT, faults_of_formulas};
pub use hard::hard_books;
pub use hostile::{HostileFile, HostileReader, hostile_file, hostile_files, hostile_names};
pub use located::{docx_paragraphs, text_at};
pub use mapped::convert_and_locate;
pub use parts::{
    clean_drawing, decode_picture, draw_svg, read_formula, read_markup, read_xml, repair_markup,
};
pub use pdf::BlankPdf;
pub use python::{formulas_as_pictures, inspect_docx, inspect_pdf, run_python};
pub use references::check_daisy_references;
pub use score::{packed_score, score_xml};
pub use text::{check_order, document_words, document_words_and_pages, image_alternatives, words_of_text};
pub use validators::{
    ValidatorReport, report_missing, run_ace, run_epubcheck, run_xmllint, sample_books, validate_daisy,
    validate_daisy2,
};

use std::io::{Cursor, Read};

/// The files of a container, in its order.
///
/// # Panics
/// The bytes are not a container.
pub fn unzip(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip container");
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).expect("an entry");
            let name = file.name().expect("a name").into_owned();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("an entry that unpacks");
            (name, bytes)
        })
        .collect()
}

/// Unpacks one file of a container as text.
///
/// # Panics
/// The file does not exist, or is not UTF-8.
pub fn unzip_text(bytes: &[u8], name: &str) -> String {
    let files = unzip(bytes);
    let file = files.into_iter().find(|(path, _)| path == name);
    String::from_utf8(file.unwrap_or_else(|| panic!("no {name}")).1).expect("UTF-8")
}
