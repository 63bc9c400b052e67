//! Title, identifier and language of books that state none.

use std::fmt::Write as _;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::draft::guess_language;
use crate::model::{BlockKind, Book, Identifier, collapse_spaces, plain_text};
use crate::report::FindingKind;
use crate::xml::well_formed_language;

/// The title of a book that has not even a heading.
const DEFAULT_TITLE: &str = "Untitled";
/// Blocks in which the language is recognized.
const MAX_BLOCKS: usize = 2000;

/// Completes what the metadata lack: a title from the first heading, an identifier from the bytes of the
/// source, so that the same book always has the same and no two books share one, and the language of the
/// text. `file` states the metadata.
pub(crate) fn complete_metadata(book: &mut Book, file: &str, source: impl FnOnce() -> Bytes) {
    if book.metadata.title.trim().is_empty() {
        let title = first_heading(book).unwrap_or_else(|| DEFAULT_TITLE.to_owned());
        book.reporter.report(FindingKind::NoTitle, file, &title);
        book.metadata.title = title;
    }
    if book.metadata.identifier().trim().is_empty() {
        let value = hash_identifier(&source());
        book.reporter.report(FindingKind::NoIdentifier, file, &value);
        book.metadata.identifiers.insert(0, Identifier { value, scheme: None });
    }
    if book.metadata.languages.is_empty()
        && let Some(language) = language_of_text(book)
    {
        book.reporter.report(FindingKind::NoLanguage, file, &language);
        book.metadata.languages.push(language);
    }
}

/// An identifier that only these bytes have.
pub(crate) fn hash_identifier(bytes: &[u8]) -> String {
    let mut identifier = "urn:sha256:".to_owned();
    for byte in &Sha256::digest(bytes)[..16] {
        // Writing to a string cannot fail.
        let _ = write!(identifier, "{byte:02x}");
    }
    identifier
}

fn first_heading(book: &Book) -> Option<String> {
    let mut heading: Option<String> = None;
    book.walk(&mut |block| {
        if heading.is_none()
            && let BlockKind::Heading { inlines, .. } = &block.kind
        {
            heading = Some(collapse_spaces(&plain_text(inlines))).filter(|text| !text.is_empty());
        }
    });
    let starts = || book.sections.iter().find_map(|section| section.starts.clone().map(|(_, label)| label));
    let entry = || book.nav.first().map(|point| point.label.clone());
    let titles = || book.sections.iter().find_map(|section| section.title.clone());
    heading
        .or_else(starts)
        .or_else(entry)
        .or_else(titles)
        .map(|text| collapse_spaces(&text))
        .filter(|text| !text.is_empty())
}

/// The language that the documents state, or the one detected from their words.
fn language_of_text(book: &Book) -> Option<String> {
    let stated = book.sections.iter().filter_map(|section| section.lang.as_deref());
    if let Some(stated) = stated.filter_map(well_formed_language).find(|language| *language != "und") {
        return Some(stated.to_owned());
    }
    let mut texts = Vec::new();
    book.walk(&mut |block| {
        if texts.len() < MAX_BLOCKS {
            texts.push(plain_text(block.inlines()));
        }
    });
    guess_language(texts.iter().map(String::as_str)).map(str::to_owned)
}
