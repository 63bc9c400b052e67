//! Numbers in few bytes: columns of variable-length integers (LEB128), deflated together (RFC 1950).

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// No map has more bytes than these before it is deflated: a damaged one must not fill the memory.
const MAX_INFLATED_BYTES: usize = 8 << 20;
/// No number is larger than this, so that a damaged map cannot make sums overflow.
const MAX_VALUE: u64 = u32::MAX as u64;
/// Bits of a number in one byte; the eighth says whether more follow.
const BITS_PER_BYTE: u32 = 7;

/// Numbers being written.
#[derive(Debug, Default)]
pub(crate) struct ColumnWriter {
    bytes: Vec<u8>,
    /// Length of the last column: most are as long as the one before.
    length: u64,
}

impl ColumnWriter {
    pub(crate) fn write_number(&mut self, mut value: u64) {
        while value >= 1 << BITS_PER_BYTE {
            self.bytes.push(value.to_le_bytes()[0] | 1 << BITS_PER_BYTE);
            value >>= BITS_PER_BYTE;
        }
        self.bytes.push(value.to_le_bytes()[0]);
    }

    pub(crate) fn begin_column(&mut self, length: usize) {
        let length = length as u64;
        self.write_number(if length == self.length { 0 } else { length + 1 });
        self.length = length;
    }

    /// A column, verbatim.
    pub(crate) fn write_values(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        self.begin_column(values.len());
        values.for_each(|value| self.write_number(value));
    }

    /// A column whose values are near those before them. Most columns never fall.
    pub(crate) fn write_differences(&mut self, values: impl ExactSizeIterator<Item = u64>) {
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
    pub(crate) fn write_rising(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        let mut next = 0_u64;
        self.write_values(values.map(|value| value.wrapping_sub(std::mem::replace(&mut next, value + 1))));
    }

    pub(crate) fn write_texts<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        self.write_number(texts.len() as u64);
        for text in texts {
            self.write_number(text.len() as u64);
            self.bytes.extend(text.bytes());
        }
    }

    /// Everything that was written, with a checksum.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        // A vector takes everything.
        let _ = encoder.write_all(&self.bytes);
        encoder.finish().unwrap_or_default()
    }
}

/// Numbers being read. `None` is what no [`ColumnWriter`] has written.
#[derive(Debug)]
pub(crate) struct ColumnReader {
    bytes: Vec<u8>,
    /// Bytes that were read.
    at: usize,
    length: usize,
}

impl ColumnReader {
    pub(crate) fn open(mut packed: &[u8]) -> Option<Self> {
        let mut bytes = Vec::new();
        let limit = MAX_INFLATED_BYTES as u64 + 1;
        ZlibDecoder::new(&mut packed).take(limit).read_to_end(&mut bytes).ok()?;
        let is_whole = bytes.len() <= MAX_INFLATED_BYTES && packed.is_empty();
        is_whole.then_some(Self { bytes, at: 0, length: 0 })
    }

    pub(crate) fn read_number(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for position in (0..u64::BITS).step_by(BITS_PER_BYTE as usize) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            value |= u64::from(byte & !(1 << BITS_PER_BYTE)).checked_shl(position)?;
            if byte >> BITS_PER_BYTE == 0 {
                return Some(value);
            }
        }
        None
    }

    /// Returns the number if there are as many bytes left: each value takes one at least.
    fn check_count(&self, count: u64) -> Option<usize> {
        usize::try_from(count).ok().filter(|count| *count <= self.bytes.len() - self.at)
    }

    /// Reads the number of values that follow.
    fn read_count(&mut self) -> Option<usize> {
        let count = self.read_number()?;
        self.check_count(count)
    }

    pub(crate) fn read_length(&mut self) -> Option<usize> {
        let length = match self.read_number()?.checked_sub(1) {
            None => self.length as u64,
            Some(length) => length,
        };
        self.length = self.check_count(length)?;
        Some(self.length)
    }

    /// A value that a map can have.
    pub(crate) fn check_value(value: u64) -> Option<u64> {
        (value <= MAX_VALUE).then_some(value)
    }

    pub(crate) fn read_value(&mut self) -> Option<u64> {
        self.read_number().and_then(Self::check_value)
    }

    fn read_column(&mut self) -> Option<Vec<u64>> {
        (0..self.read_length()?).map(|_| self.read_number()).collect()
    }

    pub(crate) fn read_values(&mut self) -> Option<Vec<u64>> {
        self.read_column().filter(|values| values.iter().all(|value| *value <= MAX_VALUE))
    }

    pub(crate) fn read_differences(&mut self) -> Option<Vec<u64>> {
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

    pub(crate) fn read_rising(&mut self) -> Option<Vec<u64>> {
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

    pub(crate) fn read_texts(&mut self) -> Option<Vec<String>> {
        (0..self.read_count()?)
            .map(|_| {
                let length = self.read_count()?;
                let text = self.bytes.get(self.at..self.at + length)?.to_vec();
                self.at += length;
                String::from_utf8(text).ok()
            })
            .collect()
    }

    /// Returns true if all was read.
    pub(crate) fn finish(self) -> bool {
        self.at == self.bytes.len()
    }
}

/// A difference as a number that is small if the difference is small on either side.
pub(crate) fn fold_sign(difference: u64) -> u64 {
    let difference = difference.cast_signed();
    ((difference << 1) ^ (difference >> 63)).cast_unsigned()
}

/// The difference that [`fold_sign`] made a number.
pub(crate) fn unfold_sign(number: u64) -> u64 {
    ((number >> 1).cast_signed() ^ -(number & 1).cast_signed()).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn columns_are_read_as_they_were_written(
            numbers in prop::collection::vec(0_u64..=MAX_VALUE, 0..50),
            alone in any::<u64>(),
            texts in prop::collection::vec("\\PC{0,8}", 0..5),
        ) {
            let mut out = ColumnWriter::default();
            out.write_number(alone);
            out.write_values(numbers.iter().copied());
            out.write_differences(numbers.iter().copied());
            out.write_texts(texts.iter().map(String::as_str));
            let packed = out.finish();
            let mut input = ColumnReader::open(&packed).unwrap();
            prop_assert_eq!(input.read_number(), Some(alone));
            prop_assert_eq!(input.read_values(), Some(numbers.clone()));
            prop_assert_eq!(input.read_differences(), Some(numbers));
            prop_assert_eq!(input.read_texts(), Some(texts));
            prop_assert!(input.finish());
        }

        #[test]
        fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut out = ColumnWriter::default();
            out.bytes.extend(&bytes);
            let packed = out.finish();
            let mut input = ColumnReader::open(&packed).unwrap();
            let _ = (input.read_texts(), input.read_rising(), input.read_differences(), input.read_number());
            let _ = ColumnReader::open(&bytes);
        }
    }

    #[test]
    fn a_damaged_or_endless_map_is_refused() {
        let mut out = ColumnWriter::default();
        out.write_values((0..1000_u32).map(|value| u64::from(value * value % 977)));
        let packed = out.finish();
        assert!(ColumnReader::open(&packed).is_some());
        for at in (0..packed.len()).step_by(19) {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x10;
            // A level of compression, in the second byte, may differ.
            assert!(at == 1 || ColumnReader::open(&damaged).is_none(), "{at}");
        }
        assert!(ColumnReader::open(&packed[..packed.len() - 1]).is_none());
        assert!(ColumnReader::open(&[packed.as_slice(), &[0]].concat()).is_none());
        let endless = ColumnWriter { bytes: vec![0; MAX_INFLATED_BYTES + 1], length: 0 };
        assert!(ColumnReader::open(&endless.finish()).is_none());
    }
}
