//! Compressed texts that can be cut and put together: between two pieces is a seam, where a byte begins and
//! after which nothing refers to what is before it. So something can be put there, and the pieces stay as
//! they are.

use books::{Error, Result};
use crc32fast::Hasher;
use flate2::{Compress, Compression, FlushCompress};
use serde::{Deserialize, Serialize};

use crate::changes::Text;
use crate::form::{Filling, Form};
use crate::records::Sizes;

/// Places that are so near one another have no seam between them: the text between them, which may be as
/// long, is part of the form.
const NEAR: usize = 300;
/// The longest stored block.
const BLOCK: usize = 0xFFFF;
/// A last block, without anything in it.
const LAST: [u8; 2] = [3, 0];

/// A piece of a file in a prepared package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Piece {
    /// Unchanged in every copy: compressed size, uncompressed size, and CRC-32.
    Kept(u32, u32, u32),
    /// So many packed bytes, in whose place each copy has the filled form.
    Filled(u32, Form),
}

/// A piece of a file in a copy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// This many bytes of the prepared package, unchanged.
    Kept(u64),
    /// Replaces this many bytes of the prepared package.
    New(u64, Vec<u8>),
}

/// Compresses with seams.
pub(crate) struct Seams(Compress);

impl Seams {
    /// As small as other files of a package.
    pub(crate) fn new() -> Self {
        Self(Compress::new(Compression::default(), false))
    }

    /// Compresses a text; returns the bytes, their sizes and their pieces.
    pub(crate) fn pack(&mut self, text: Text) -> Result<(Vec<u8>, Sizes, Vec<Piece>)> {
        let (text, places) = text.places();
        let mut out = Vec::with_capacity(text.len() / 2 + 1024);
        let mut pieces = Vec::new();
        let mut places = places.into_iter().peekable();
        let mut from = 0;
        while let Some((at, mut form)) = places.next() {
            self.keep(&text.as_bytes()[from..at], &mut out, &mut pieces)?;
            from = at;
            while let Some((next, more)) = places.next_if(|(next, _)| next - from <= NEAR) {
                form = form.text(&text[from..next]).then(more);
                from = next;
            }
            let packed = self.add(&text.as_bytes()[at..from], FlushCompress::Full, &mut out)?;
            pieces.push(Piece::Filled(packed, form));
        }
        let rest = &text.as_bytes()[from..];
        let packed = self.add(rest, FlushCompress::Finish, &mut out)?;
        pieces.push(Piece::Kept(packed, length(rest.len())?, crc32fast::hash(rest)));
        let sizes = Sizes {
            crc: crc32fast::hash(text.as_bytes()),
            packed: length(out.len())?,
            plain: length(text.len())?,
        };
        self.0.reset();
        Ok((out, sizes, pieces))
    }

    fn keep(&mut self, text: &[u8], out: &mut Vec<u8>, pieces: &mut Vec<Piece>) -> Result<()> {
        if !text.is_empty() {
            let packed = self.add(text, FlushCompress::Full, out)?;
            pieces.push(Piece::Kept(packed, length(text.len())?, crc32fast::hash(text)));
        }
        Ok(())
    }

    /// Adds a text up to the next seam; returns how many bytes it takes.
    fn add(&mut self, text: &[u8], flush: FlushCompress, out: &mut Vec<u8>) -> Result<u32> {
        let begin = out.len();
        if text.is_empty() && !matches!(flush, FlushCompress::Finish) {
            return Ok(0);
        }
        let before = self.0.total_in();
        loop {
            let done = usize::try_from(self.0.total_in() - before).unwrap_or(usize::MAX);
            out.reserve(text.len().saturating_sub(done) / 2 + 256);
            self.0
                .compress_vec(text.get(done..).unwrap_or_default(), out, flush)
                .map_err(|error| Error::Write(std::io::Error::other(error)))?;
            // It is done when there was more room than was needed.
            if self.0.total_in() - before == text.len() as u64 && out.len() < out.capacity() {
                return length(out.len() - begin);
            }
        }
    }
}

fn length(length: usize) -> Result<u32> {
    u32::try_from(length).map_err(|error| Error::Write(std::io::Error::other(error)))
}

/// Puts the pieces of one copy together.
pub(crate) struct Joiner<'a, 'm>(&'a mut Filling<'m>);

impl<'a, 'm> Joiner<'a, 'm> {
    pub(crate) fn new(filling: &'a mut Filling<'m>) -> Self {
        Self(filling)
    }

    pub(crate) fn filling(&mut self) -> &mut Filling<'m> {
        self.0
    }

    /// The parts of a file and its sizes.
    pub(crate) fn join(&mut self, pieces: &[Piece]) -> Result<(Vec<Part>, Sizes)> {
        let mut crc = Hasher::new();
        let (mut packed, mut plain) = (0_u64, 0_u64);
        let mut parts = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                Piece::Kept(size, length, own) => {
                    crc.combine(&Hasher::new_with_initial_len(*own, (*length).into()));
                    packed += u64::from(*size);
                    plain += u64::from(*length);
                    parts.push(Part::Kept((*size).into()));
                }
                Piece::Filled(size, form) => {
                    let text = self.0.fill(form)?;
                    crc.update(text.as_bytes());
                    plain += text.len() as u64;
                    let bytes = stored(text.as_bytes());
                    packed += bytes.len() as u64;
                    parts.push(Part::New((*size).into(), bytes));
                }
            }
        }
        let fits = |size: u64| length(usize::try_from(size).unwrap_or(usize::MAX));
        Ok((parts, Sizes { crc: crc.finalize(), packed: fits(packed)?, plain: fits(plain)? }))
    }

    /// A file of a form alone.
    pub(crate) fn file(&mut self, form: &Form) -> Result<(Vec<u8>, Sizes)> {
        let text = self.0.fill(form)?;
        let mut bytes = stored(text.as_bytes());
        bytes.extend_from_slice(&LAST);
        let crc = crc32fast::hash(text.as_bytes());
        let sizes = Sizes { crc, packed: length(bytes.len())?, plain: length(text.len())? };
        Ok((bytes, sizes))
    }
}

/// A text as blocks that are not compressed.
fn stored(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 5);
    for block in text.chunks(BLOCK) {
        // No longer than a block can be.
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        out.push(0);
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&(!length).to_le_bytes());
        out.extend_from_slice(block);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::DeflateDecoder;
    use proptest::prelude::*;

    use super::*;
    use crate::fingerprint::Key;
    use crate::mark::Mark;

    fn unpacked(bytes: &[u8]) -> Vec<u8> {
        let (mut decoder, mut out) = (DeflateDecoder::new(bytes), Vec::new());
        decoder.read_to_end(&mut out).unwrap();
        assert_eq!(decoder.total_in(), bytes.len() as u64, "nothing is behind the last block");
        out
    }

    fn sizes(packed: &[u8], plain: &[u8]) -> Sizes {
        Sizes {
            crc: crc32fast::hash(plain),
            packed: u32::try_from(packed.len()).unwrap(),
            plain: u32::try_from(plain.len()).unwrap(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn what_was_cut_is_put_together(
            words in proptest::collection::vec("[a-zä\n]{0,400}", 0..30),
            places in proptest::collection::vec((0_usize..6000, "[x<]{0,9}", 0_usize..3000), 0..9),
        ) {
            let text = words.concat();
            let mut into = Text::new(text.clone());
            for (at, literal, long) in places {
                let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
                into.insert(at, Form::default().text(literal).text("y".repeat(long)).word().run());
            }
            let (key, mark) = (Key::new(b"k"), Mark::new("A", jiff::civil::date(2026, 1, 2), 9));
            let wanted = into.clone().filled(&mut Filling::new(&mark, &key)).unwrap();
            let (packed, known, pieces) = Seams::new().pack(into).unwrap();
            prop_assert_eq!(unpacked(&packed), text.as_bytes());
            prop_assert_eq!(known, sizes(&packed, text.as_bytes()));

            let (parts, known) = Joiner::new(&mut Filling::new(&mark, &key)).join(&pieces).unwrap();
            let (mut copy, mut at) = (Vec::new(), 0);
            for part in parts {
                let (length, own) = match part {
                    Part::Kept(length) => (usize::try_from(length).unwrap(), None),
                    Part::New(length, bytes) => (usize::try_from(length).unwrap(), Some(bytes)),
                };
                copy.extend_from_slice(own.as_deref().unwrap_or(&packed[at..at + length]));
                at += length;
            }
            prop_assert_eq!(at, packed.len());
            prop_assert_eq!(unpacked(&copy), wanted.as_bytes());
            prop_assert_eq!(known, sizes(&copy, wanted.as_bytes()));
        }
    }

    #[test]
    fn a_form_alone_is_a_file() {
        let (key, mark) = (Key::new(b"k"), Mark::new("A", jiff::civil::date(2026, 1, 2), 9));
        for text in ["", "short", &"long ".repeat(40_000)] {
            let form = Form::default().text(text);
            let (packed, known) = Joiner::new(&mut Filling::new(&mark, &key)).file(&form).unwrap();
            assert_eq!((unpacked(&packed), known), (text.into(), sizes(&packed, text.as_bytes())));
            assert_eq!(unpacked(&[stored(text.as_bytes()), LAST.to_vec()].concat()), text.as_bytes());
        }
    }
}
