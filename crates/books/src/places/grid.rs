//! The sentences of a book, numbered in reading order.

use std::ops::Range;

use crc32fast::Hasher;
use speech::ends_of_sentences;

use super::letters;
use crate::model::{Block, BlockKind, Book, Inline};

/// Characters by which a sentence is found in a document again.
const SENTENCE_HEAD_CHARS: usize = 24;
/// Characters that count as one: shares of a book need no finer measure.
const CHARACTERS_PER_UNIT: usize = 8;

/// The sentences of a book.
#[derive(Debug, Clone, Default)]
pub struct SentenceGrid {
    /// The length of each sentence, in units of [`CHARACTERS_PER_UNIT`] characters, rounded up.
    pub(crate) weights: Vec<u64>,
    /// A hash of the whole text: maps of the same text have the same sentences.
    pub(crate) text: Hasher,
    /// The first characters of each sentence, without white space; the second number is where they end.
    heads: (String, Vec<usize>),
    /// The number of the first sentence of each section, from 0.
    sections: Vec<usize>,
    /// The number of the first sentence of each block with text, from 1. Empty if the blocks carry it.
    firsts: Vec<u32>,
}

impl SentenceGrid {
    /// Numbers the sentences of a book from 1. Each block with text carries the number of its first sentence.
    pub fn number_sentences(book: &mut Book) -> Self {
        let mut grid = Self::from_book(book);
        let mut firsts = std::mem::take(&mut grid.firsts).into_iter();
        mark_blocks(book, &mut || firsts.next().unwrap_or_default());
        grid
    }

    /// Numbers the blocks with text from 1, which takes less time: [`SentenceGrid::from_book`] finds the
    /// first sentence of each.
    pub(crate) fn number_blocks(book: &mut Book) {
        let mut number = 0;
        mark_blocks(book, &mut || {
            number += 1;
            number
        });
    }

    /// Reads the sentences of a book whose blocks are numbered, or need no numbers.
    pub(crate) fn from_book(book: &Book) -> Self {
        let mut grid = Self::default();
        for section in &book.sections {
            grid.sections.push(grid.weights.len());
            section.blocks.iter().for_each(|block| grid.add_block(block));
        }
        grid
    }

    /// The sentence, from 0, at which the block with a number, from 0, begins. Without numbers of blocks, the
    /// number is that of the sentence.
    pub(crate) fn first_sentence(&self, number: u64) -> u64 {
        let first = usize::try_from(number).ok().and_then(|number| self.firsts.get(number));
        first.map_or(number, |first| u64::from(*first).saturating_sub(1))
    }

    /// The number of sections of the book.
    pub(crate) fn section_count(&self) -> usize {
        self.sections.len()
    }

    /// The numbers of the sentences of a section, from 0.
    pub(crate) fn section_sentences(&self, section: usize) -> Range<usize> {
        let start = self.sections.get(section).copied().unwrap_or(self.weights.len());
        start..self.sections.get(section + 1).copied().unwrap_or(self.weights.len())
    }

    /// The first characters of a sentence, without white space.
    pub(crate) fn sentence_head(&self, sentence: usize) -> &str {
        let (text, ends) = &self.heads;
        let start = sentence.checked_sub(1).map_or(0, |before| ends[before]);
        &text[start..ends[sentence]]
    }

    fn add_block(&mut self, block: &Block) {
        let first = u32::try_from(self.weights.len() + 1).unwrap_or(0);
        match &block.kind {
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
                let text = flat_text(inlines);
                sentence_ranges(&text).for_each(|range| self.push_sentence(&text[range]));
            }
            BlockKind::Heading { inlines, .. }
            | BlockKind::Line(inlines)
            | BlockKind::Preformatted(inlines) => self.push_sentence(&flat_text(inlines)),
            BlockKind::Math(math) => self.push_sentence(math.text()),
            _ => {}
        }
        if self.weights.len() >= usize::try_from(first).unwrap_or(usize::MAX) {
            self.firsts.push(first);
        }
        block.children().for_each(|block| self.add_block(block));
    }

    fn push_sentence(&mut self, sentence: &str) {
        let length = letters::count_letters(sentence);
        if length > 0 {
            self.weights.push(length.div_ceil(CHARACTERS_PER_UNIT) as u64);
            self.text.update(sentence.as_bytes());
            // No text has this byte: where a sentence ends is part of it.
            self.text.update(&[0xff]);
            let (heads, ends) = &mut self.heads;
            heads.extend(sentence.chars().filter(|c| !c.is_whitespace()).take(SENTENCE_HEAD_CHARS));
            ends.push(heads.len());
        }
    }
}

/// Gives each block with text the next number.
fn mark_blocks(book: &mut Book, next: &mut dyn FnMut() -> u32) {
    let blocks = book.sections.iter_mut().flat_map(|section| &mut section.blocks);
    blocks.for_each(|block| mark_block(block, next));
}

fn mark_block(block: &mut Block, next: &mut dyn FnMut() -> u32) {
    if has_text(block) {
        block.attrs.sentence = next();
    }
    for block in block.child_lists_mut().into_iter().flatten() {
        mark_block(block, next);
    }
}

/// Returns true if a sentence is in a block itself.
fn has_text(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Heading { inlines, .. }
        | BlockKind::Paragraph(inlines)
        | BlockKind::Plain(inlines)
        | BlockKind::Line(inlines)
        | BlockKind::Preformatted(inlines) => has_letters(inlines),
        BlockKind::Math(math) => !math.text().trim().is_empty(),
        _ => false,
    }
}

/// Returns true if there is anything but white space in [`flat_text`] text.
fn has_letters(inlines: &[Inline]) -> bool {
    let mut found = false;
    each_text(inlines, &mut |text| found |= !text.trim_start().is_empty());
    found
}

/// The sentences of a paragraph as ranges of its text, without those that are white space.
pub(crate) fn sentence_ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    let ends = ends_of_sentences(text).into_iter().chain([text.len()]);
    ends.filter_map(move |end| {
        let range = from..end;
        from = end;
        let text = text.get(range.clone())?;
        (!text.trim().is_empty()).then(|| range.start + text.len() - text.trim_start().len()..range.end)
    })
}

/// The words of a line, without images, page numbers and references to notes.
pub(crate) fn flat_text(inlines: &[Inline]) -> String {
    let mut out = String::new();
    each_text(inlines, &mut |text| out.push_str(text));
    out
}

/// Visits the words of a line, without images, page numbers and references to notes.
fn each_text(inlines: &[Inline], visit: &mut dyn FnMut(&str)) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => visit(text),
            Inline::Math(math) => visit(math.text()),
            Inline::LineBreak => visit(" "),
            Inline::Image(_) | Inline::PageBreak(_) | Inline::NoteRef { .. } => {}
            other => each_text(other.children(), visit),
        }
    }
}
