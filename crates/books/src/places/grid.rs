//! The sentences of a book, numbered in reading order.

use std::ops::Range;

use crc32fast::Hasher;
use speech::ends_of_sentences;

use super::letters;
use crate::model::{Block, BlockKind, Book, Inline};

/// Characters by which a sentence is found in a document again.
const HEAD: usize = 24;
/// Characters that count as one: shares of a book need no finer measure.
const UNIT: usize = 8;

/// The sentences of a book.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// The length of each sentence, in units of [`UNIT`] characters, rounded up.
    pub(crate) weights: Vec<u64>,
    /// A hash of the whole text: maps of the same text have the same sentences.
    pub(crate) text: Hasher,
    /// The first characters of each sentence, without white space; the second number is where they end.
    heads: (String, Vec<usize>),
    /// The number of the first sentence of each section, from 0.
    sections: Vec<usize>,
}

impl Grid {
    /// Numbers the sentences of a book from 1. Each block with text carries the number of its first sentence.
    pub fn of(book: &mut Book) -> Self {
        let mut firsts = Vec::new();
        let grid = Self::read(book, &mut |first| firsts.push(first));
        let mut firsts = firsts.into_iter();
        for section in &mut book.sections {
            section.blocks.iter_mut().for_each(|block| number(block, &mut firsts));
        }
        grid
    }

    /// Numbers the sentences of a book, whose blocks remain as they are.
    pub(crate) fn beside(book: &Book) -> Self {
        Self::read(book, &mut |_| {})
    }

    /// Reports for each block the number of its first sentence, 0 if it has none.
    fn read(book: &Book, report: &mut dyn FnMut(u32)) -> Self {
        let mut grid = Self::default();
        for section in &book.sections {
            grid.sections.push(grid.weights.len());
            section.blocks.iter().for_each(|block| grid.block(block, report));
        }
        grid
    }

    /// How many sections the book has.
    pub(crate) fn sections(&self) -> usize {
        self.sections.len()
    }

    /// The numbers of the sentences of a section, from 0.
    pub(crate) fn section(&self, section: usize) -> Range<usize> {
        let start = self.sections.get(section).copied().unwrap_or(self.weights.len());
        start..self.sections.get(section + 1).copied().unwrap_or(self.weights.len())
    }

    /// The first characters of a sentence, without white space.
    pub(crate) fn head(&self, sentence: usize) -> &str {
        let (text, ends) = &self.heads;
        let start = sentence.checked_sub(1).map_or(0, |before| ends[before]);
        &text[start..ends[sentence]]
    }

    fn block(&mut self, block: &Block, report: &mut dyn FnMut(u32)) {
        let first = u32::try_from(self.weights.len() + 1).unwrap_or(0);
        match &block.kind {
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
                let text = flat(inlines);
                ranges(&text).for_each(|range| self.push(&text[range]));
            }
            BlockKind::Heading { inlines, .. }
            | BlockKind::Line(inlines)
            | BlockKind::Preformatted(inlines) => self.push(&flat(inlines)),
            BlockKind::Math(math) => self.push(math.text()),
            _ => {}
        }
        let has_text = self.weights.len() >= usize::try_from(first).unwrap_or(usize::MAX);
        report(if has_text { first } else { 0 });
        for block in block.children() {
            self.block(block, report);
        }
    }

    fn push(&mut self, sentence: &str) {
        let length = letters::count(sentence);
        if length > 0 {
            self.weights.push(length.div_ceil(UNIT) as u64);
            self.text.update(sentence.as_bytes());
            // No text has this byte: where a sentence ends is part of it.
            self.text.update(&[0xff]);
            let (heads, ends) = &mut self.heads;
            heads.extend(sentence.chars().filter(|c| !c.is_whitespace()).take(HEAD));
            ends.push(heads.len());
        }
    }
}

/// Gives a block and those inside the next numbers.
fn number(block: &mut Block, firsts: &mut impl Iterator<Item = u32>) {
    if let Some(first) = firsts.next().filter(|first| *first > 0) {
        block.attrs.sentence = first;
    }
    for list in block.child_lists_mut() {
        for block in list.iter_mut() {
            number(block, firsts);
        }
    }
}

/// The sentences of a paragraph as ranges of its text, without those that are white space.
pub(crate) fn ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
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
pub(crate) fn flat(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_flat(inlines, &mut out);
    out
}

fn push_flat(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => out.push_str(text),
            Inline::Math(math) => out.push_str(math.text()),
            Inline::LineBreak => out.push(' '),
            Inline::Image(_) | Inline::PageBreak(_) | Inline::NoteRef { .. } => {}
            other => push_flat(other.children(), out),
        }
    }
}
