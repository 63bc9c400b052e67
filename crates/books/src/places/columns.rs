//! Numbers in few bytes: columns, in which each number is coded by what those before it were like.

use constriction::backends::Cursor;
use constriction::stream::queue::{SmallRangeDecoder, SmallRangeEncoder};
use constriction::stream::{Decode, Encode};
use crc32fast::Hasher;

use super::adaptive::{Decision, Numbers, PRECISION, folded, unfolded};

/// No map has more numbers than these: a damaged one must not fill the memory.
const MOST_NUMBERS: usize = 4 << 20;
/// No number is larger than this, so that a damaged map cannot make sums overflow.
const MOST: u64 = u32::MAX as u64;

/// A checksum of numbers.
#[derive(Debug, Default)]
struct Sum {
    of_all: Hasher,
    /// Numbers to add: it is faster to add many of them together.
    more: Vec<u8>,
}

impl Sum {
    fn add(&mut self, value: u64) {
        self.more.extend(value.to_le_bytes());
        if self.more.len() >= 4096 {
            self.of_all.update(&self.more);
            self.more.clear();
        }
    }

    /// The 16 bits that tell a damaged map from others.
    fn bits(mut self) -> impl Iterator<Item = bool> {
        self.of_all.update(&self.more);
        let sum = self.of_all.finalize();
        (0..16).map(move |bit| sum >> bit & 1 == 1)
    }
}

/// Numbers being written.
#[derive(Debug, Default)]
pub(super) struct Output {
    coder: SmallRangeEncoder,
    sum: Sum,
    /// What is known of numbers outside of columns.
    alone: Numbers,
    /// How long the last column was: most are as long as the one before.
    length: u64,
}

impl Output {
    pub(super) fn number(&mut self, value: u64) {
        let mut alone = std::mem::take(&mut self.alone);
        self.write(&mut alone, value);
        self.alone = alone;
    }

    /// A number of a column, by what is known of it.
    pub(super) fn write(&mut self, numbers: &mut Numbers, value: u64) {
        self.sum.add(value);
        numbers.write(value, |yes, known| self.decide(yes, known));
    }

    fn decide(&mut self, yes: bool, known: Decision) {
        // A vector takes everything, and no decision is impossible.
        let _ = Encode::<PRECISION>::encode_symbol(&mut self.coder, yes, known);
    }

    /// Begins a column of `length` values.
    pub(super) fn length(&mut self, length: usize) {
        let length = length as u64;
        self.number(if length == self.length { 0 } else { length + 1 });
        self.length = length;
    }

    /// A column, as it is.
    pub(super) fn plain(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        self.length(values.len());
        let mut numbers = Numbers::default();
        values.for_each(|value| self.write(&mut numbers, value));
    }

    /// A column whose values are near those before them. Most columns never fall.
    pub(super) fn near(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        let values: Vec<u64> = values.collect();
        let falls = !values.is_sorted();
        self.number(falls.into());
        let mut before = 0_u64;
        self.plain(values.into_iter().map(|value| {
            let change = value.wrapping_sub(std::mem::replace(&mut before, value));
            if falls { folded(change) } else { change }
        }));
    }

    /// A column of which each value is larger than the one before it.
    pub(super) fn rising(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        let mut next = 0_u64;
        self.plain(values.map(|value| value.wrapping_sub(std::mem::replace(&mut next, value + 1))));
    }

    pub(super) fn texts<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        self.number(texts.len() as u64);
        let mut letters = Numbers::default();
        for text in texts {
            self.number(text.len() as u64);
            text.bytes().for_each(|byte| self.write(&mut letters, byte.into()));
        }
    }

    /// All of it.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for bit in std::mem::take(&mut self.sum).bits() {
            self.decide(bit, Decision::NEW);
        }
        let words = self.coder.into_compressed().unwrap_or_default();
        words.into_iter().flat_map(u16::to_be_bytes).collect()
    }
}

/// Numbers being read. `None` is what no [`Output`] has written.
#[derive(Debug)]
pub(super) struct Input {
    coder: SmallRangeDecoder<Cursor<u16, Vec<u16>>>,
    sum: Sum,
    alone: Numbers,
    length: usize,
    /// How many numbers may still follow.
    left: usize,
}

impl Input {
    pub(super) fn open(packed: &[u8]) -> Option<Self> {
        let (words, []) = packed.as_chunks::<2>() else { return None };
        let words: Vec<u16> = words.iter().map(|word| u16::from_be_bytes(*word)).collect();
        let coder = SmallRangeDecoder::from_compressed(words).ok()?;
        Some(Self { coder, sum: Sum::default(), alone: Numbers::default(), length: 0, left: MOST_NUMBERS })
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut alone = std::mem::take(&mut self.alone);
        let value = self.read(&mut alone);
        self.alone = alone;
        value
    }

    /// A number of a column, by what is known of it.
    pub(super) fn read(&mut self, numbers: &mut Numbers) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        let value = numbers.read(|known| self.decide(known))?;
        self.sum.add(value);
        Some(value)
    }

    fn decide(&mut self, known: Decision) -> Option<bool> {
        Decode::<PRECISION>::decode_symbol(&mut self.coder, known).ok()
    }

    /// How many follow.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.left)
    }

    /// How many values a column has.
    pub(super) fn length(&mut self) -> Option<usize> {
        let length = match self.number()?.checked_sub(1) {
            None => self.length,
            Some(length) => usize::try_from(length).ok()?,
        };
        self.length = length;
        (length <= self.left).then_some(length)
    }

    /// A value that a map can have.
    pub(super) fn possible(value: u64) -> Option<u64> {
        (value <= MOST).then_some(value)
    }

    pub(super) fn value(&mut self, numbers: &mut Numbers) -> Option<u64> {
        self.read(numbers).and_then(Self::possible)
    }

    fn column(&mut self) -> Option<Vec<u64>> {
        let mut numbers = Numbers::default();
        (0..self.length()?).map(|_| self.read(&mut numbers)).collect()
    }

    pub(super) fn plain(&mut self) -> Option<Vec<u64>> {
        self.column().filter(|values| values.iter().all(|value| *value <= MOST))
    }

    pub(super) fn near(&mut self) -> Option<Vec<u64>> {
        let falls = self.number()? > 0;
        let mut before = 0_u64;
        self.column()?
            .into_iter()
            .map(|coded| {
                before = before.wrapping_add(if falls { unfolded(coded) } else { coded });
                Self::possible(before)
            })
            .collect()
    }

    pub(super) fn rising(&mut self) -> Option<Vec<u64>> {
        let mut next = 0_u64;
        self.plain()?
            .into_iter()
            .map(|further| {
                let value = next.checked_add(further).and_then(Self::possible)?;
                next = value + 1;
                Some(value)
            })
            .collect()
    }

    pub(super) fn texts(&mut self) -> Option<Vec<String>> {
        let mut letters = Numbers::default();
        (0..self.count()?)
            .map(|_| {
                let text: Option<Vec<u8>> = (0..self.count()?)
                    .map(|_| self.read(&mut letters).and_then(|byte| u8::try_from(byte).ok()))
                    .collect();
                String::from_utf8(text?).ok()
            })
            .collect()
    }

    /// Whether all was read, and is what was written.
    pub(super) fn finish(mut self) -> bool {
        std::mem::take(&mut self.sum).bits().all(|bit| self.decide(Decision::NEW) == Some(bit))
    }
}
