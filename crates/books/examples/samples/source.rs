//! The text of a source: its words, pages and alternatives, from its own files.

use std::collections::{BTreeSet, HashSet};

use books::model::{Block, BlockKind, Book, plain_text};
use books::testkit::{document_words_and_pages, image_alternatives, unzip, words_of_text};
use books::{Footnotes, Limits};
use bytes::Bytes;

/// A book as its own files have it.
pub(crate) struct SampleSource {
    pub(crate) book: Book,
    /// Words and pages, in reading order.
    pub(crate) words: Vec<String>,
    pub(crate) pages: BTreeSet<String>,
    pub(crate) alternatives: Vec<String>,
    /// The share of words that are in notes that the text refers to.
    pub(crate) in_notes: f64,
}

impl SampleSource {
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Self, String> {
        let files = unzip(&bytes);
        let book = books::read_book(Bytes::from(bytes), &Limits::default(), &mut ());
        let book = book.map_err(|error| error.to_string())?;
        let (words, alternatives) = words_and_alternatives(&book, &files);
        let words = split_letters_and_digits(&words);
        let pages = words.iter().filter(|word| word.starts_with('[')).cloned().collect();
        let in_notes = note_share(&book, words.len());
        Ok(Self { book, words, pages, alternatives, in_notes })
    }
}

/// Words and alternatives of a container's documents in their order. Formulas are written otherwise in each
/// format, and drawings are kept as images.
pub(crate) fn words_and_alternatives(book: &Book, files: &[(String, Vec<u8>)]) -> (Vec<String>, Vec<String>) {
    let (mut words, mut alts) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for section in &book.sections {
        if !seen.insert(&section.path) {
            continue;
        }
        let file = files.iter().find(|(path, _)| *path == section.path);
        let text = file.map(|(_, bytes)| String::from_utf8_lossy(bytes));
        match text.as_deref().and_then(|text| document_words_and_pages(text, &["head", "math", "svg"])) {
            Some(found) => words.extend(found),
            // Ill-formed: as it could be understood.
            None => words.extend(words_of_text(&blocks_text(&section.blocks), &BTreeSet::new())),
        }
        alts.extend(text.as_deref().map(image_alternatives).unwrap_or_default());
    }
    (words, alts)
}

/// Letters and digits apart: the number of a note may follow a word without a space.
pub(crate) fn split_letters_and_digits(words: &[String]) -> Vec<String> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        if word.starts_with('[') {
            out.push(word.clone());
            continue;
        }
        let mut rest = word.as_str();
        while let Some(first) = rest.chars().next() {
            let same = |c: char| c.is_numeric() == first.is_numeric();
            let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
            out.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
    }
    out
}

fn blocks_text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        block.walk(&mut |block| out.extend([plain_text(block.inlines()).as_str(), "\n"]));
    }
    out
}

#[expect(clippy::cast_precision_loss, reason = "a share of words")]
fn note_share(book: &Book, words: usize) -> f64 {
    let notes = Footnotes::from_book(book);
    let mut inside = 0;
    book.walk(&mut |block| {
        if let BlockKind::Note { blocks, .. } = &block.kind
            && book.sections.iter().any(|section| notes.is_taken(&section.path, block))
        {
            inside += words_of_text(&blocks_text(blocks), &BTreeSet::new()).len() + 1;
        }
    });
    if words == 0 { 0.0 } else { inside as f64 / words as f64 }
}
