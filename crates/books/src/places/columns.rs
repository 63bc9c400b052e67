//! Numbers in few bytes: columns, in which each number is coded by what those before it were like.

use constriction::backends::Cursor;
use constriction::stream::queue::{SmallRangeDecoder, SmallRangeEncoder};
use constriction::stream::{Decode, Encode};
use crc32fast::Hasher;

use super::adaptive::{Decision, NumberModel, PROBABILITY_BITS, fold_sign, unfold_sign};

/// No map has more numbers than these: a damaged one must not fill the memory.
const MAX_NUMBERS: usize = 4 << 20;
/// No number is larger than this, so that a damaged map cannot make sums overflow.
const MAX_VALUE: u64 = u32::MAX as u64;

/// A checksum of numbers.
#[derive(Debug, Default)]
struct Checksum {
    of_all: Hasher,
    /// Numbers to add: it is faster to add many of them together.
    pending_bytes: Vec<u8>,
}

impl Checksum {
    fn add_value(&mut self, value: u64) {
        self.pending_bytes.extend(value.to_le_bytes());
        if self.pending_bytes.len() >= 4096 {
            self.of_all.update(&self.pending_bytes);
            self.pending_bytes.clear();
        }
    }

    /// The 16 bits that tell a damaged map from others.
    fn into_bits(mut self) -> impl Iterator<Item = bool> {
        self.of_all.update(&self.pending_bytes);
        let sum = self.of_all.finalize();
        (0..16).map(move |bit| sum >> bit & 1 == 1)
    }
}

/// Numbers being written.
#[derive(Debug, Default)]
pub(super) struct ColumnWriter {
    coder: SmallRangeEncoder,
    sum: Checksum,
    /// What is known of numbers outside of columns.
    outside_columns: NumberModel,
    /// How long the last column was: most are as long as the one before.
    length: u64,
}

impl ColumnWriter {
    pub(super) fn write_number(&mut self, value: u64) {
        let mut alone = std::mem::take(&mut self.outside_columns);
        self.write_in_column(&mut alone, value);
        self.outside_columns = alone;
    }

    /// A number of a column, by what is known of it.
    pub(super) fn write_in_column(&mut self, numbers: &mut NumberModel, value: u64) {
        self.sum.add_value(value);
        numbers.write_number(value, |yes, known| self.write_decision(yes, known));
    }

    fn write_decision(&mut self, yes: bool, known: Decision) {
        // A vector takes everything, and no decision is impossible.
        let _ = Encode::<PROBABILITY_BITS>::encode_symbol(&mut self.coder, yes, known);
    }

    /// Begins a column of `length` values.
    pub(super) fn begin_column(&mut self, length: usize) {
        let length = length as u64;
        self.write_number(if length == self.length { 0 } else { length + 1 });
        self.length = length;
    }

    /// A column, as it is.
    pub(super) fn write_values(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        self.begin_column(values.len());
        let mut numbers = NumberModel::default();
        values.for_each(|value| self.write_in_column(&mut numbers, value));
    }

    /// A column whose values are near those before them. Most columns never fall.
    pub(super) fn write_differences(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        let values: Vec<u64> = values.collect();
        let falls = !values.is_sorted();
        self.write_number(falls.into());
        let mut before = 0_u64;
        self.write_values(values.into_iter().map(|value| {
            let change = value.wrapping_sub(std::mem::replace(&mut before, value));
            if falls { fold_sign(change) } else { change }
        }));
    }

    /// A column of which each value is larger than the one before it.
    pub(super) fn write_rising(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        let mut next = 0_u64;
        self.write_values(values.map(|value| value.wrapping_sub(std::mem::replace(&mut next, value + 1))));
    }

    pub(super) fn write_texts<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        self.write_number(texts.len() as u64);
        let mut letters = NumberModel::default();
        for text in texts {
            self.write_number(text.len() as u64);
            text.bytes().for_each(|byte| self.write_in_column(&mut letters, byte.into()));
        }
    }

    /// All of it.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for bit in std::mem::take(&mut self.sum).into_bits() {
            self.write_decision(bit, Decision::NEW);
        }
        let words = self.coder.into_compressed().unwrap_or_default();
        words.into_iter().flat_map(u16::to_be_bytes).collect()
    }
}

/// Numbers being read. `None` is what no [`ColumnWriter`] has written.
#[derive(Debug)]
pub(super) struct ColumnReader {
    coder: SmallRangeDecoder<Cursor<u16, Vec<u16>>>,
    sum: Checksum,
    outside_columns: NumberModel,
    length: usize,
    /// How many numbers may still follow.
    numbers_left: usize,
}

impl ColumnReader {
    pub(super) fn open(packed: &[u8]) -> Option<Self> {
        let (words, []) = packed.as_chunks::<2>() else { return None };
        let words: Vec<u16> = words.iter().map(|word| u16::from_be_bytes(*word)).collect();
        let coder = SmallRangeDecoder::from_compressed(words).ok()?;
        Some(Self {
            coder,
            sum: Checksum::default(),
            outside_columns: NumberModel::default(),
            length: 0,
            numbers_left: MAX_NUMBERS,
        })
    }

    pub(super) fn read_number(&mut self) -> Option<u64> {
        let mut alone = std::mem::take(&mut self.outside_columns);
        let value = self.read_in_column(&mut alone);
        self.outside_columns = alone;
        value
    }

    /// A number of a column, by what is known of it.
    pub(super) fn read_in_column(&mut self, numbers: &mut NumberModel) -> Option<u64> {
        self.numbers_left = self.numbers_left.checked_sub(1)?;
        let value = numbers.read_number(|known| self.read_decision(known))?;
        self.sum.add_value(value);
        Some(value)
    }

    fn read_decision(&mut self, known: Decision) -> Option<bool> {
        Decode::<PROBABILITY_BITS>::decode_symbol(&mut self.coder, known).ok()
    }

    /// Reads the number of values that follow.
    fn read_count(&mut self) -> Option<usize> {
        usize::try_from(self.read_number()?).ok().filter(|count| *count <= self.numbers_left)
    }

    /// Reads the length of a column.
    pub(super) fn read_length(&mut self) -> Option<usize> {
        let length = match self.read_number()?.checked_sub(1) {
            None => self.length,
            Some(length) => usize::try_from(length).ok()?,
        };
        self.length = length;
        (length <= self.numbers_left).then_some(length)
    }

    /// A value that a map can have.
    pub(super) fn check_value(value: u64) -> Option<u64> {
        (value <= MAX_VALUE).then_some(value)
    }

    pub(super) fn read_value(&mut self, numbers: &mut NumberModel) -> Option<u64> {
        self.read_in_column(numbers).and_then(Self::check_value)
    }

    fn read_column(&mut self) -> Option<Vec<u64>> {
        let mut numbers = NumberModel::default();
        (0..self.read_length()?).map(|_| self.read_in_column(&mut numbers)).collect()
    }

    pub(super) fn read_values(&mut self) -> Option<Vec<u64>> {
        self.read_column().filter(|values| values.iter().all(|value| *value <= MAX_VALUE))
    }

    pub(super) fn read_differences(&mut self) -> Option<Vec<u64>> {
        let falls = self.read_number()? > 0;
        let mut before = 0_u64;
        self.read_column()?
            .into_iter()
            .map(|coded| {
                before = before.wrapping_add(if falls { unfold_sign(coded) } else { coded });
                Self::check_value(before)
            })
            .collect()
    }

    pub(super) fn read_rising(&mut self) -> Option<Vec<u64>> {
        let mut next = 0_u64;
        self.read_values()?
            .into_iter()
            .map(|further| {
                let value = next.checked_add(further).and_then(Self::check_value)?;
                next = value + 1;
                Some(value)
            })
            .collect()
    }

    pub(super) fn read_texts(&mut self) -> Option<Vec<String>> {
        let mut letters = NumberModel::default();
        (0..self.read_count()?)
            .map(|_| {
                let text: Option<Vec<u8>> = (0..self.read_count()?)
                    .map(|_| self.read_in_column(&mut letters).and_then(|byte| u8::try_from(byte).ok()))
                    .collect();
                String::from_utf8(text?).ok()
            })
            .collect()
    }

    /// Returns true if all was read, and is what was written.
    pub(super) fn finish(mut self) -> bool {
        std::mem::take(&mut self.sum).into_bits().all(|bit| self.read_decision(Decision::NEW) == Some(bit))
    }
}
