//! Numbers in few bytes: columns of variable length, compressed together.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// No map is larger than this when it is unpacked, bytes.
const LARGEST: u64 = 64 << 20;
/// No number is larger than this, so that a damaged map cannot make sums overflow.
const MOST: u64 = u32::MAX as u64;

/// Numbers being written.
#[derive(Debug, Default)]
pub(super) struct Output(Vec<u8>);

impl Output {
    pub(super) fn number(&mut self, mut value: u64) {
        loop {
            let low = (value & 0x7f) as u8;
            value >>= 7;
            if value == 0 {
                return self.0.push(low);
            }
            self.0.push(low | 0x80);
        }
    }

    /// A column, as it is.
    pub(super) fn plain(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        self.number(values.len() as u64);
        values.for_each(|value| self.number(value));
    }

    /// A column whose values are near those before them.
    pub(super) fn near(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        self.number(values.len() as u64);
        let mut before = 0_u64;
        for value in values {
            let change = value.wrapping_sub(before).cast_signed();
            self.number(((change << 1) ^ (change >> 63)).cast_unsigned());
            before = value;
        }
    }

    pub(super) fn texts<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        self.number(texts.len() as u64);
        for text in texts {
            self.number(text.len() as u64);
            self.0.extend(text.as_bytes());
        }
    }

    /// All of it, compressed.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        // A vector takes everything.
        let _ = deflate.write_all(&self.0);
        deflate.finish().unwrap_or_default()
    }
}

/// Numbers being read. `None` is what no [`Output`] has written.
#[derive(Debug)]
pub(super) struct Input {
    bytes: Vec<u8>,
    at: usize,
}

impl Input {
    pub(super) fn open(packed: &[u8]) -> Option<Self> {
        let mut bytes = Vec::new();
        DeflateDecoder::new(packed).take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(Self { bytes, at: 0 })
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// How many follow: never more than there are bytes.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len() - self.at).then_some(count)
    }

    pub(super) fn plain(&mut self) -> Option<Vec<u64>> {
        (0..self.count()?).map(|_| self.number().filter(|value| *value <= MOST)).collect()
    }

    pub(super) fn near(&mut self) -> Option<Vec<u64>> {
        let mut before = 0_u64;
        (0..self.count()?)
            .map(|_| {
                let coded = self.number()?;
                let change = (coded >> 1).cast_signed() ^ -(coded & 1).cast_signed();
                before = before.wrapping_add(change.cast_unsigned());
                (before <= MOST).then_some(before)
            })
            .collect()
    }

    pub(super) fn texts(&mut self) -> Option<Vec<String>> {
        (0..self.count()?)
            .map(|_| {
                let length = self.count()?;
                let text = self.bytes.get(self.at..self.at + length)?;
                self.at += length;
                String::from_utf8(text.to_vec()).ok()
            })
            .collect()
    }
}
