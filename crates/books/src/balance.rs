//! The balance of words: those of the source against those that were read, and those that were written.

use crate::letters::{SourceCount, count_letters};
use crate::model::{Book, Inline, letters_of_blocks, letters_of_inlines};
use crate::report::{Finding, FindingKind, Reporter, WordBalance};

/// Lost letters below this share of all are not reported: one in so many.
const REPORTED_SHARE: u64 = 500;
/// Lost words above this number are reported, whatever their share.
const MAX_UNREPORTED_WORDS: u64 = 50;
/// Letters of a word, if a book does not say: the average of English prose.
const LETTERS_PER_WORD: u64 = 4;

/// Letters of a book that a writer has written, by section.
#[derive(Debug, Clone, Default)]
pub struct LetterTally(Vec<u64>);

impl LetterTally {
    /// A tally of sections that were counted one by one.
    pub(crate) fn from_counts(letters: impl IntoIterator<Item = u64>) -> Self {
        Self(letters.into_iter().collect())
    }

    /// Begins the next section. What is written after the last one begins one more: notes at the end.
    pub fn begin_section(&mut self) {
        self.0.push(0);
    }

    /// Counts text that is written.
    pub fn add_text(&mut self, text: &str) {
        self.add(count_letters(text));
    }

    /// Counts what is not written by rule, such as the link from a note back to its reference.
    pub fn add_omitted(&mut self, inline: &Inline) {
        self.add(letters_of_inlines(std::slice::from_ref(inline)));
    }

    fn add(&mut self, letters: u64) {
        if let Some(section) = self.0.last_mut() {
            *section += letters;
        }
    }

    /// The letters of each section, and of what follows the last.
    pub fn into_counts(self) -> Vec<u64> {
        self.0
    }
}

/// One document's letters: in the source, and written.
struct DocumentBalance<'a> {
    path: &'a str,
    source: SourceCount,
    written: u64,
}

/// Compares the letters that were written of each section, and after the last, with those of the source, and
/// reports documents from which words are missing.
pub(crate) fn report_balance(book: &Book, written: &[u64]) -> WordBalance {
    let documents: Vec<DocumentBalance<'_>> = book
        .sections
        .iter()
        .enumerate()
        .map(|(n, section)| DocumentBalance {
            path: &section.path,
            source: section.source_count(),
            written: written.get(n).copied().unwrap_or_default(),
        })
        .collect();
    let letters: u64 = documents.iter().map(|document| document.source.letters).sum();
    let words: u64 = documents.iter().map(|document| document.source.words).sum();
    let lost_letters = letters.saturating_sub(written.iter().sum());
    let lost = to_words(lost_letters, letters, words);
    if lost > MAX_UNREPORTED_WORDS || is_share(lost_letters, letters) {
        report_documents(&book.reporter, &documents, lost);
    }
    WordBalance { source: words, written: words.saturating_sub(lost) }
}

/// Compares the letters of a book that was read with those of its documents.
pub(crate) fn report_reading(book: &Book) {
    let read: Vec<u64> = book.sections.iter().map(|section| letters_of_blocks(&section.blocks)).collect();
    book.reporter.set_words(report_balance(book, &read));
}

/// Reports each document that has lost its share. What is missing in one may be in another: a note that is
/// written at its reference.
fn report_documents(reporter: &Reporter, documents: &[DocumentBalance<'_>], lost: u64) {
    for document in documents {
        let SourceCount { letters, words } = document.source;
        let missing_letters = letters.saturating_sub(document.written);
        let missing = to_words(missing_letters, letters, words).min(lost);
        if missing > MAX_UNREPORTED_WORDS || is_share(missing_letters, letters) {
            let subject = format!("{missing} of {words} words");
            reporter.add(Finding::new(FindingKind::WordsLost, document.path, &subject));
        }
    }
}

/// Whether so many of all letters are lost that it is reported.
fn is_share(lost: u64, all: u64) -> bool {
    lost.saturating_mul(REPORTED_SHARE) > all
}

/// Letters as words of their average length.
fn to_words(lost: u64, letters: u64, words: u64) -> u64 {
    let per_word = letters.checked_div(words).unwrap_or_default().max(1);
    let per_word = if words == 0 { LETTERS_PER_WORD } else { per_word };
    lost.div_ceil(per_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Block, BlockKind, Inline, Matter, Metadata, Resources, Section};

    fn book(lengths: &[u64]) -> Book {
        let section = |(n, words): (usize, &u64)| {
            let text = "word ".repeat(usize::try_from(*words).unwrap());
            let block = Block::new(BlockKind::Paragraph(vec![Inline::Text(text)]));
            Section::new(format!("{n}.xhtml"), Matter::Body, vec![block])
        };
        let sections = lengths.iter().enumerate().map(section).collect();
        Book::of_text(Metadata::default(), sections, Resources::in_memory([]))
    }

    fn lost(book: &Book, written: &[u64]) -> (u64, Vec<String>) {
        let balance = report_balance(book, written);
        let findings = book.reporter.to_report().findings;
        let named = findings.iter().map(|finding| format!("{}: {}", finding.file, finding.subject)).collect();
        (balance.source - balance.written, named)
    }

    #[test]
    fn words_that_are_missing_are_reported_with_their_document() {
        let whole = book(&[1000, 9000]);
        assert_eq!(lost(&whole, &[4000, 36_000]), (0, vec![]));
        let cut = book(&[1000, 9000]);
        assert_eq!(lost(&cut, &[3600, 36_000]), (100, vec!["0.xhtml: 100 of 1000 words".to_owned()]));
    }

    #[test]
    fn a_few_words_of_a_long_book_are_not_reported_and_of_a_short_one_they_are() {
        assert_eq!(lost(&book(&[10_000, 20_000]), &[39_960, 80_000]), (10, vec![]));
        assert_eq!(lost(&book(&[100]), &[396]), (1, vec!["0.xhtml: 1 of 100 words".to_owned()]));
    }

    #[test]
    fn notes_that_are_written_elsewhere_are_not_lost() {
        assert_eq!(lost(&book(&[1000, 500]), &[4000, 0, 2000]), (0, vec![]));
        assert_eq!(lost(&book(&[1000, 500]), &[6000, 0]), (0, vec![]));
    }
}
