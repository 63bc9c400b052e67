//! The balance of words: those of the source against those that were read, and those that were written.

use crate::letters::{LetterCount, SourceCount, count_letters, is_reported_loss};
use crate::model::{
    Block, BlockKind, Book, Image, Inline, Section, letters_of_alternative, letters_of_blocks,
    letters_of_inlines,
};
use crate::report::{Finding, FindingKind, Reporter, WordBalance};

/// Lost words above this number are reported, whatever their share.
const MAX_UNREPORTED_WORDS: u64 = 50;
/// Letters of a word, if a book does not say: the average of English prose.
const LETTERS_PER_WORD: u64 = 4;

/// Letters of a book that a writer has written, by section.
#[derive(Debug, Clone, Default)]
pub struct LetterTally(Vec<LetterCount>);

impl LetterTally {
    /// A tally of sections that were counted one by one.
    pub(crate) fn from_counts(letters: impl IntoIterator<Item = LetterCount>) -> Self {
        Self(letters.into_iter().collect())
    }

    /// Begins the next section. What is written after the last one begins one more: notes at the end.
    pub fn begin_section(&mut self) {
        self.0.push(LetterCount::default());
    }

    /// Counts text that is written.
    pub fn add_text(&mut self, text: &str) {
        self.add(LetterCount { text: count_letters(text), alternatives: 0 });
    }

    /// Counts the alternative of an image that is written, with the image or in its place. Extended
    /// descriptions are text.
    pub fn add_alternative(&mut self, image: &Image) {
        self.add(LetterCount { text: 0, alternatives: letters_of_alternative(image) });
    }

    /// Counts what is not written by rule, such as the link from a note back to its reference.
    pub fn add_omitted(&mut self, inline: &Inline) {
        self.add(letters_of_inlines(std::slice::from_ref(inline)));
    }

    pub(crate) fn section_count(&self) -> LetterCount {
        self.0.last().copied().unwrap_or_default()
    }

    /// Takes the count of the section back to what it was, if what was counted since is written again.
    pub(crate) fn reset_section(&mut self, letters: LetterCount) {
        if let Some(section) = self.0.last_mut() {
            *section = letters;
        }
    }

    /// Counts the headings over notes that are written elsewhere. They are left out with the notes.
    pub fn add_omitted_headings(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Note { .. } => {}
            BlockKind::Heading { inlines, .. } => inlines.iter().for_each(|inline| self.add_omitted(inline)),
            _ => block.children().for_each(|child| self.add_omitted_headings(child)),
        }
    }

    fn add(&mut self, letters: LetterCount) {
        if let Some(section) = self.0.last_mut() {
            *section += letters;
        }
    }

    /// The letters of each section, and of what follows the last.
    pub(crate) fn into_counts(self) -> Vec<LetterCount> {
        self.0
    }
}

/// One document's letters: those that should have been written, and those that were.
struct DocumentBalance<'a> {
    path: &'a str,
    source: SourceCount,
    written_count: LetterCount,
}

/// Compares the letters that were written of each section, and after the last, with those of the source and
/// those that were read, and reports documents from which words or alternatives are missing.
pub(crate) fn report_balance(book: &Book, written: &[LetterCount]) -> WordBalance {
    compute_balance(book, written, |section| {
        let (source, read) = (section.source_count(), letters_of_blocks(&section.blocks));
        SourceCount {
            letters: source.letters.max(read.text),
            alternatives: source.alternatives.max(read.alternatives),
            ..source
        }
    })
}

/// Compares the letters of documents that were written again with those of the source. What a reader adds to
/// them, such as descriptions in other files, stays where it is.
pub(crate) fn report_rewriting(book: &Book, written: &[LetterCount]) -> WordBalance {
    compute_balance(book, written, Section::source_count)
}

/// Compares the letters of a book that was read with those of its documents.
pub(crate) fn report_reading(book: &Book) {
    let read: Vec<LetterCount> =
        book.sections.iter().map(|section| letters_of_blocks(&section.blocks)).collect();
    book.reporter.set_words(compute_balance(book, &read, Section::source_count));
}

/// `expect`: the letters that have to be written of a section.
fn compute_balance(
    book: &Book,
    written: &[LetterCount],
    expect: impl Fn(&Section) -> SourceCount,
) -> WordBalance {
    let documents: Vec<DocumentBalance<'_>> = book
        .sections
        .iter()
        .enumerate()
        .map(|(n, section)| DocumentBalance {
            path: section.source_path(),
            source: expect(section),
            written_count: written.get(n).copied().unwrap_or_default(),
        })
        .collect();
    let mut all = SourceCount::default();
    for document in &documents {
        all += document.source;
    }
    let mut all_written = LetterCount::default();
    for written in written {
        all_written += *written;
    }
    let lost_letters = all.letters.saturating_sub(all_written.text);
    let lost = to_words(lost_letters, all);
    if lost > MAX_UNREPORTED_WORDS || is_reported_loss(lost_letters, all.letters) {
        report_words(&book.reporter, &documents, lost);
    }
    // One picture is a small share of a book, and all that a reader has of it.
    let lost_alternatives = all.alternatives.saturating_sub(all_written.alternatives);
    if lost_alternatives > 0 {
        report_alternatives(&book.reporter, &documents, to_words(lost_alternatives, all));
    }
    let source = all.words + to_words(all.alternatives, all);
    WordBalance { source, written: source.saturating_sub(lost + to_words(lost_alternatives, all)) }
}

/// Reports each document that has lost its share. What is missing in one may be in another: a note that is
/// written at its reference.
fn report_words(reporter: &Reporter, documents: &[DocumentBalance<'_>], lost: u64) {
    for document in documents {
        let SourceCount { letters, words, .. } = document.source;
        let missing_letters = letters.saturating_sub(document.written_count.text);
        let missing = to_words(missing_letters, document.source).min(lost);
        if missing > MAX_UNREPORTED_WORDS || is_reported_loss(missing_letters, letters) {
            let subject = format!("{missing} of {words} words");
            reporter.add(Finding::new(FindingKind::WordsLost, document.path, &subject));
        }
    }
}

/// Reports each document whose pictures have lost alternatives.
fn report_alternatives(reporter: &Reporter, documents: &[DocumentBalance<'_>], lost: u64) {
    for document in documents {
        let expected = document.source.alternatives;
        let missing_letters = expected.saturating_sub(document.written_count.alternatives);
        if is_reported_loss(missing_letters, expected) {
            let missing = to_words(missing_letters, document.source).min(lost);
            let subject = format!("{missing} of {} words", to_words(expected, document.source));
            reporter.add(Finding::new(FindingKind::AlternativesLost, document.path, &subject));
        }
    }
}

/// Letters as words of the average length in a text.
fn to_words(letters: u64, text: SourceCount) -> u64 {
    let per_word = text.letters.checked_div(text.words).unwrap_or(LETTERS_PER_WORD).max(1);
    letters.div_ceil(per_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Block, BlockKind, ImageSource, Matter, Metadata, NoteKind, Resources, Section};

    fn book_with_lengths(lengths: &[u64]) -> Book {
        let section = |(n, words): (usize, &u64)| {
            let text = "word ".repeat(usize::try_from(*words).unwrap());
            let block = Block::from_text(text);
            Section::new(format!("{n}.xhtml"), Matter::Body, vec![block])
        };
        let sections = lengths.iter().enumerate().map(section).collect();
        Book::from_text(Metadata::default(), sections, Resources::in_memory([]))
    }

    fn lost_words_and_findings(book: &Book, written: &[u64]) -> (u64, Vec<String>) {
        let written: Vec<_> =
            written.iter().map(|text| LetterCount { text: *text, alternatives: 0 }).collect();
        let balance = report_balance(book, &written);
        let findings = book.reporter.to_report().findings;
        let named = findings.iter().map(|finding| format!("{}: {}", finding.file, finding.subject)).collect();
        (balance.source - balance.written, named)
    }

    #[test]
    fn words_that_are_missing_are_reported_with_their_document() {
        let whole = book_with_lengths(&[1000, 9000]);
        assert_eq!(lost_words_and_findings(&whole, &[4000, 36_000]), (0, vec![]));
        let cut = book_with_lengths(&[1000, 9000]);
        assert_eq!(
            lost_words_and_findings(&cut, &[3600, 36_000]),
            (100, vec!["0.xhtml: 100 of 1000 words".to_owned()])
        );
    }

    #[test]
    fn a_few_words_of_a_long_book_are_not_reported_and_of_a_short_one_they_are() {
        assert_eq!(
            lost_words_and_findings(&book_with_lengths(&[10_000, 20_000]), &[39_960, 80_000]),
            (10, vec![])
        );
        assert_eq!(
            lost_words_and_findings(&book_with_lengths(&[100]), &[396]),
            (1, vec!["0.xhtml: 1 of 100 words".to_owned()])
        );
    }

    #[test]
    fn notes_that_are_written_elsewhere_are_not_lost() {
        assert_eq!(lost_words_and_findings(&book_with_lengths(&[1000, 500]), &[4000, 0, 2000]), (0, vec![]));
        assert_eq!(lost_words_and_findings(&book_with_lengths(&[1000, 500]), &[6000, 0]), (0, vec![]));
    }

    #[test]
    fn headings_over_notes_that_are_written_elsewhere_are_not_lost() {
        let inlines = vec![Inline::Text("Notes".to_owned())];
        let heading = Block::new(BlockKind::Heading { level: 2, inlines });
        let blocks = vec![Block::from_text("One.")];
        let note = Block::new(BlockKind::Note { kind: NoteKind::Footnote, blocks });
        let mut tally = LetterTally::default();
        tally.begin_section();
        tally.add_omitted_headings(&Block::new(BlockKind::Group(vec![heading, note])));
        assert_eq!(tally.section_count(), LetterCount { text: 5, alternatives: 0 });
    }

    fn with_picture(alt: &str) -> Book {
        let image = Image {
            source: ImageSource::File("a.png".to_owned()),
            alt: Some(alt.to_owned()),
            description: vec![Block::from_text("A long tale.")],
            decorative: false,
            words_follow: false,
        };
        let mut book = book_with_lengths(&[10_000, 10]);
        book.sections[1].blocks.push(Block::new(BlockKind::Image(image)));
        book
    }

    #[test]
    fn an_alternative_that_is_not_written_is_reported_however_long_the_book_is() {
        let read = |text: u64, alternatives| LetterCount { text, alternatives };
        let report = |second: LetterCount| {
            let book = with_picture("A gray seal");
            let balance = report_balance(&book, &[read(40_000, 0), second]);
            let findings = book.reporter.to_report().findings;
            let findings: Vec<_> = findings.into_iter().map(|finding| (finding.kind, finding.file)).collect();
            (balance.source - balance.written, findings)
        };
        assert_eq!(report(read(49, 9)), (0, vec![]));
        let file = || "1.xhtml".to_owned();
        assert_eq!(report(read(49, 0)), (3, vec![(FindingKind::AlternativesLost, file())]));
        // Its description is text, of which a short document has little.
        let book = with_picture("A gray seal");
        let _ = report_balance(&book, &[read(39_900, 0), read(40, 9)]);
        let findings = book.reporter.to_report().findings;
        assert_eq!(
            findings.last().map(|finding| (finding.kind, finding.file.clone())),
            Some((FindingKind::WordsLost, file()))
        );
    }

    #[test]
    fn text_that_a_reader_drops_is_reported_as_missing() {
        let mut book = with_picture("A gray seal");
        let source = SourceCount { letters: 80, words: 20, alternatives: 18 };
        book.sections[1].counted = Some(source);
        report_reading(&book);
        let report = book.reporter.to_report();
        let kinds: Vec<_> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, [FindingKind::AlternativesLost]);
        book.sections[0].counted = Some(SourceCount { letters: 50_000, words: 12_500, alternatives: 0 });
        report_reading(&book);
        let subjects: Vec<_> =
            book.reporter.to_report().findings.into_iter().map(|f| (f.kind, f.subject)).collect();
        assert!(
            subjects.contains(&(FindingKind::WordsLost, "2500 of 12500 words".to_owned())),
            "{subjects:?}"
        );
    }
}
