//! Small books made in code, and the outside validators, for tests.

mod audio;
mod braille;
mod comic;
mod compare;
mod daisy202;
mod daisy3;
mod document;
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

pub use audio::{Tone, audio_tools, faults_of_audio, faults_of_recordings, heard, mp3_of};
pub use braille::{faults_of_braille, for_read_back, read_back, read_back_loosely};
pub use comic::comic;
pub use compare::{Compared, compare};
pub use daisy3::{TALKING_BOOK, talking_book};
pub use daisy202::daisy202_book;
pub use document::{Letters, PdfBuilder, PdfPage, PdfTag, PptxBuilder, made_by, picture_of_text, slides};
pub use epub::{Epub2Builder, EpubBuilder, PNG, small_book, zip_of};
pub use formulas::{Sketch, UNDRAWABLE, faults_of_formulas};
pub use hard::hard_books;
pub use hostile::{Hostile, Way, hostile, hostile_file, hostile_names};
pub use located::{docx_paragraphs, text_at};
pub use mapped::mapped;
pub use parts::{clean_drawing, decode_picture, draw, read_formula, read_markup, read_xml, repair_markup};
pub use pdf::BlankPdf;
pub use python::{formulas_as_pictures, python, python_docx, python_pdf};
pub use references::check_references_of_daisy;
pub use score::{packed_score, score};
pub use text::{alternatives, in_order, words, words_and_pages, words_of_text};
pub use validators::{Report, absent, ace, epubcheck, samples, validate_daisy, validate_daisy2, xmllint};

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

/// One file of a container as text.
///
/// # Panics
/// The file does not exist, or is not UTF-8.
pub fn unzip_text(bytes: &[u8], name: &str) -> String {
    let files = unzip(bytes);
    let file = files.into_iter().find(|(path, _)| path == name);
    String::from_utf8(file.unwrap_or_else(|| panic!("no {name}")).1).expect("UTF-8")
}
