//! Compressed texts that can be cut and put together: between two pieces is a seam, where a byte begins and
//! after which nothing refers to what is before it. So something can be put there, and the pieces stay as
//! they are.

use books::{Error, Result};
use crc32fast::Hasher;
use flate2::{Compress, Compression, FlushCompress};
use serde::{Deserialize, Serialize};

use crate::changes::MarkedText;
use crate::form::{FormTemplate, TemplateFiller};
use crate::records::FileSizes;

/// Insertions up to this distance from one another have no seam between them: the text between them is part
/// of the template.
const MAX_JOINED_GAP_BYTES: usize = 300;
const MAX_STORED_BLOCK_BYTES: usize = 0xFFFF;
/// A last block, without anything in it.
const EMPTY_LAST_BLOCK: [u8; 2] = [3, 0];

/// A piece of a file in a prepared package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PreparedPiece {
    /// Unchanged in every copy: compressed size, uncompressed size, and CRC-32.
    Kept(u32, u32, u32),
    /// So many packed bytes, in whose place each copy has the filled form.
    Filled(u32, FormTemplate),
}

/// A piece of a file in a copy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CopyPart {
    /// This many bytes of the prepared package, unchanged.
    Kept(u64),
    /// Replaces this many bytes of the prepared package.
    New(u64, Vec<u8>),
}

/// Compresses texts with seams, at which copies insert their own blocks.
pub(crate) struct SeamCompressor(Compress);

impl SeamCompressor {
    /// Compresses as well as the other files of a package.
    pub(crate) fn new() -> Self {
        Self(Compress::new(Compression::default(), false))
    }

    /// Compresses a text; returns the bytes, their sizes and their pieces.
    pub(crate) fn compress(&mut self, text: MarkedText) -> Result<(Vec<u8>, FileSizes, Vec<PreparedPiece>)> {
        let (text, places) = text.into_insertions();
        let mut out = Vec::with_capacity(text.len() / 2 + 1024);
        let mut pieces = Vec::new();
        let mut places = places.into_iter().peekable();
        let mut from = 0;
        while let Some((at, mut form)) = places.next() {
            self.compress_piece(&text.as_bytes()[from..at], &mut out, &mut pieces)?;
            from = at;
            while let Some((next, more)) = places.next_if(|(next, _)| next - from <= MAX_JOINED_GAP_BYTES) {
                form = form.push_text(&text[from..next]).concat(more);
                from = next;
            }
            let packed =
                self.compress_until_seam(&text.as_bytes()[at..from], FlushCompress::Full, &mut out)?;
            pieces.push(PreparedPiece::Filled(packed, form));
        }
        let rest = &text.as_bytes()[from..];
        let packed = self.compress_until_seam(rest, FlushCompress::Finish, &mut out)?;
        pieces.push(PreparedPiece::Kept(packed, to_u32(rest.len())?, crc32fast::hash(rest)));
        let sizes = FileSizes {
            crc: crc32fast::hash(text.as_bytes()),
            compressed: to_u32(out.len())?,
            uncompressed: to_u32(text.len())?,
        };
        self.0.reset();
        Ok((out, sizes, pieces))
    }

    fn compress_piece(
        &mut self,
        text: &[u8],
        out: &mut Vec<u8>,
        pieces: &mut Vec<PreparedPiece>,
    ) -> Result<()> {
        if !text.is_empty() {
            let packed = self.compress_until_seam(text, FlushCompress::Full, out)?;
            pieces.push(PreparedPiece::Kept(packed, to_u32(text.len())?, crc32fast::hash(text)));
        }
        Ok(())
    }

    /// Compresses a text up to the next seam; returns its compressed length.
    fn compress_until_seam(&mut self, text: &[u8], flush: FlushCompress, out: &mut Vec<u8>) -> Result<u32> {
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
                return to_u32(out.len() - begin);
            }
        }
    }
}

fn to_u32(length: usize) -> Result<u32> {
    u32::try_from(length).map_err(|error| Error::Write(std::io::Error::other(error)))
}

impl TemplateFiller<'_> {
    /// Joins the pieces of one file of a copy.
    pub(crate) fn join_pieces(&mut self, pieces: &[PreparedPiece]) -> Result<(Vec<CopyPart>, FileSizes)> {
        let mut crc = Hasher::new();
        let (mut packed, mut plain) = (0_u64, 0_u64);
        let mut parts = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                PreparedPiece::Kept(size, length, own) => {
                    crc.combine(&Hasher::new_with_initial_len(*own, (*length).into()));
                    packed += u64::from(*size);
                    plain += u64::from(*length);
                    parts.push(CopyPart::Kept((*size).into()));
                }
                PreparedPiece::Filled(size, form) => {
                    let text = self.fill(form)?;
                    crc.update(text.as_bytes());
                    plain += text.len() as u64;
                    let bytes = store_blocks(text.as_bytes());
                    packed += bytes.len() as u64;
                    parts.push(CopyPart::New((*size).into(), bytes));
                }
            }
        }
        let fits = |size: u64| to_u32(usize::try_from(size).unwrap_or(usize::MAX));
        Ok((parts, FileSizes { crc: crc.finalize(), compressed: fits(packed)?, uncompressed: fits(plain)? }))
    }

    /// Fills a template and returns it as a whole file.
    pub(crate) fn compress_form(&mut self, form: &FormTemplate) -> Result<(Vec<u8>, FileSizes)> {
        let text = self.fill(form)?;
        let mut bytes = store_blocks(text.as_bytes());
        bytes.extend_from_slice(&EMPTY_LAST_BLOCK);
        let crc = crc32fast::hash(text.as_bytes());
        let sizes = FileSizes { crc, compressed: to_u32(bytes.len())?, uncompressed: to_u32(text.len())? };
        Ok((bytes, sizes))
    }
}

/// Encodes a text as uncompressed deflate blocks.
fn store_blocks(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 5);
    for block in text.chunks(MAX_STORED_BLOCK_BYTES) {
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
    use crate::mark::Watermark;

    fn decompress(bytes: &[u8]) -> Vec<u8> {
        let (mut decoder, mut out) = (DeflateDecoder::new(bytes), Vec::new());
        decoder.read_to_end(&mut out).unwrap();
        assert_eq!(decoder.total_in(), bytes.len() as u64, "nothing is behind the last block");
        out
    }

    fn measure_sizes(packed: &[u8], plain: &[u8]) -> FileSizes {
        FileSizes {
            crc: crc32fast::hash(plain),
            compressed: u32::try_from(packed.len()).unwrap(),
            uncompressed: u32::try_from(plain.len()).unwrap(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn seamed_texts_round_trip(
            words in proptest::collection::vec("[a-zä\n]{0,400}", 0..30),
            places in proptest::collection::vec((0_usize..6000, "[x<]{0,9}", 0_usize..3000), 0..9),
        ) {
            let text = words.concat();
            let mut into = MarkedText::new(text.clone());
            for (at, literal, long) in places {
                let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
                into.insert_form(at, FormTemplate::default().push_text(literal).push_text("y".repeat(long)).push_word().push_white_space());
            }
            let (key, mark) = (Key::new(b"k"), Watermark::new("A", jiff::civil::date(2026, 1, 2), 9));
            let wanted = into.clone().fill_in(&mut TemplateFiller::new(&mark, &key)).unwrap();
            let (packed, known, pieces) = SeamCompressor::new().compress(into).unwrap();
            prop_assert_eq!(decompress(&packed), text.as_bytes());
            prop_assert_eq!(known, measure_sizes(&packed, text.as_bytes()));

            let (parts, known) = TemplateFiller::new(&mark, &key).join_pieces(&pieces).unwrap();
            let (mut copy, mut at) = (Vec::new(), 0);
            for part in parts {
                let (length, own) = match part {
                    CopyPart::Kept(length) => (usize::try_from(length).unwrap(), None),
                    CopyPart::New(length, bytes) => (usize::try_from(length).unwrap(), Some(bytes)),
                };
                copy.extend_from_slice(own.as_deref().unwrap_or(&packed[at..at + length]));
                at += length;
            }
            prop_assert_eq!(at, packed.len());
            prop_assert_eq!(decompress(&copy), wanted.as_bytes());
            prop_assert_eq!(known, measure_sizes(&copy, wanted.as_bytes()));
        }
    }

    #[test]
    fn a_form_alone_is_a_file() {
        let (key, mark) = (Key::new(b"k"), Watermark::new("A", jiff::civil::date(2026, 1, 2), 9));
        for text in ["", "short", &"long ".repeat(40_000)] {
            let form = FormTemplate::default().push_text(text);
            let (packed, known) = TemplateFiller::new(&mark, &key).compress_form(&form).unwrap();
            assert_eq!((decompress(&packed), known), (text.into(), measure_sizes(&packed, text.as_bytes())));
            assert_eq!(
                decompress(&[store_blocks(text.as_bytes()), EMPTY_LAST_BLOCK.to_vec()].concat()),
                text.as_bytes()
            );
        }
    }
}
