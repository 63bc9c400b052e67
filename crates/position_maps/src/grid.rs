//! The sentences of a book, numbered in reading order.

use std::ops::Range;

use crc32fast::Hasher;

use crate::letters;

/// Characters that are used to find a sentence in a document again.
const SENTENCE_HEAD_CHARS: usize = 24;
/// Characters that count as one: shares of a book need no finer measure.
const CHARACTERS_PER_UNIT: usize = 8;

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
    pub fn begin_section(&mut self) {
        self.sections.push(self.weights.len());
    }

    /// Adds the next block, with the sentences that are in it itself. Those without a letter are left out.
    pub fn add_block<'t>(&mut self, sentences: impl IntoIterator<Item = &'t str>) {
        let before = self.weights.len();
        sentences.into_iter().for_each(|sentence| self.push_sentence(sentence));
        if self.weights.len() > before {
            self.firsts.push(u32::try_from(before + 1).unwrap_or(0));
        }
    }

    /// Removes and returns the number of the first sentence of each block with text, from 1. The blocks
    /// carry these numbers from now on.
    pub fn take_first_sentences(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.firsts)
    }

    /// The sentence, from 0, at which the block with a number, from 0, begins. Without numbers of blocks, the
    /// number is that of the sentence.
    pub(crate) fn first_sentence(&self, number: u64) -> u64 {
        let first = usize::try_from(number).ok().and_then(|number| self.firsts.get(number));
        first.map_or(number, |first| u64::from(*first).saturating_sub(1))
    }

    /// The number of sections of the book.
    pub fn section_count(&self) -> usize {
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
