//! A copy as a list of what it is made of: ranges of the prepared file, and bytes of its own.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// Ranges up to this length are read into memory together with what follows them.
const MAX_BUFFERED_RANGE_BYTES: u64 = 256 << 10;

/// A part of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// This range of the prepared file.
    Kept(Range<u64>),
    /// Bytes of this copy alone.
    New(Vec<u8>),
}

/// The contents of one copy, in order. Ranges ascend.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Copy {
    chunks: Vec<Chunk>,
    size: u64,
}

impl Copy {
    /// Returns the parts in order.
    pub fn into_chunks(self) -> Vec<Chunk> {
        self.chunks
    }

    /// Bytes of the whole copy.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends a range of the prepared file.
    pub(crate) fn push_range(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        self.size += range.end - range.start;
        match self.chunks.last_mut() {
            Some(Chunk::Kept(last)) if last.end == range.start => last.end = range.end,
            _ => self.chunks.push(Chunk::Kept(range)),
        }
    }

    /// Appends bytes of this copy alone.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        match self.chunks.last_mut() {
            Some(Chunk::New(last)) => last.extend_from_slice(bytes),
            _ => self.chunks.push(Chunk::New(bytes.to_vec())),
        }
    }

    /// Writes the copy; `package` is the prepared file.
    ///
    /// # Errors
    /// The file is shorter than it was, or one of the two fails.
    pub fn write_to<R: Read + Seek, W: Write>(&self, mut package: R, out: &mut W) -> io::Result<()> {
        let mut window = ReadWindow::default();
        let mut gathered: Vec<u8> = Vec::new();
        for chunk in &self.chunks {
            match chunk {
                Chunk::New(bytes) => gathered.extend_from_slice(bytes),
                Chunk::Kept(range) if range.end - range.start <= MAX_BUFFERED_RANGE_BYTES => {
                    gathered.extend_from_slice(window.read_range(&mut package, range)?);
                }
                Chunk::Kept(range) => {
                    out.write_all(&gathered)?;
                    gathered.clear();
                    package.seek(SeekFrom::Start(range.start))?;
                    let length = range.end - range.start;
                    let copied = io::copy(&mut package.by_ref().take(length), out)?;
                    if copied != length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
            }
            if gathered.len() as u64 > MAX_BUFFERED_RANGE_BYTES {
                out.write_all(&gathered)?;
                gathered.clear();
            }
        }
        out.write_all(&gathered)
    }
}

/// A part of the prepared file in memory.
#[derive(Default)]
struct ReadWindow {
    begins: u64,
    bytes: Vec<u8>,
}

impl ReadWindow {
    /// Returns a short range; reads what follows it as well.
    fn read_range<R: Read + Seek>(&mut self, package: &mut R, range: &Range<u64>) -> io::Result<&[u8]> {
        if range.start < self.begins || range.end > self.begins + self.bytes.len() as u64 {
            self.begins = range.start;
            self.bytes.clear();
            package.seek(SeekFrom::Start(range.start))?;
            package.take(2 * MAX_BUFFERED_RANGE_BYTES).read_to_end(&mut self.bytes)?;
        }
        let from = usize::try_from(range.start - self.begins).map_err(io::Error::other)?;
        let length = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        self.bytes.get(from..from + length).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(50))]
        #[test]
        fn a_copy_is_its_parts_one_after_the_other(
            parts in proptest::collection::vec(proptest::prelude::any::<(u16, u16, Vec<u8>)>(), 0..12),
            large: bool,
        ) {
            // Ranges above and below what is read into memory.
            let (bytes, scale) = if large { (800_000_u32, 16) } else { (90_000, 1) };
            let package: Vec<u8> = (0..bytes).map(|n| n.to_le_bytes()[1] ^ n.to_le_bytes()[0]).collect();
            let (mut copy, mut wanted, mut at) = (Copy::default(), Vec::new(), 0);
            for (skip, length, bytes) in parts {
                let from = (at + usize::from(skip) * scale).min(package.len());
                at = (from + usize::from(length) * scale).min(package.len());
                copy.push_range(from as u64..at as u64);
                wanted.extend_from_slice(&package[from..at]);
                copy.push_bytes(&bytes);
                wanted.extend_from_slice(&bytes);
            }
            let mut out = Vec::new();
            copy.write_to(Cursor::new(&package), &mut out).unwrap();
            proptest::prop_assert_eq!(copy.size(), wanted.len() as u64);
            proptest::prop_assert!(out == wanted);
        }
    }

    #[test]
    fn a_file_that_has_become_shorter_is_an_error() {
        for (begin, end) in [(0, 20), (0, 600_000), (30, 40)] {
            let mut copy = Copy::default();
            copy.push_range(begin..end);
            assert!(copy.write_to(Cursor::new(&b"0123456789"[..]), &mut Vec::new()).is_err());
        }
    }
}
