//! Converts XML in the encodings that suppliers use to UTF-8, a piece at a time.

use std::io::{BufRead, Chain, Cursor, Error, ErrorKind, Read, Result};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::meter::read_buffered;

/// Bytes in which the encoding's declaration must be.
const BEGINNING: u64 = 512;
/// Bytes decoded per step.
const PIECE: usize = 64 * 1024;

/// A reader of UTF-8, whatever the encoding of the underlying reader.
pub(crate) struct Utf8<R> {
    inner: Chain<Cursor<Vec<u8>>, R>,
    /// `None` for UTF-8, which is validated when texts are extracted.
    decoder: Option<Decoder>,
    out: Vec<u8>,
    at: usize,
    filled: usize,
}

impl<R: BufRead> Utf8<R> {
    /// Reads the byte order mark and the XML declaration.
    pub(crate) fn new(mut reader: R) -> Result<Self> {
        let mut beginning = Vec::new();
        reader.by_ref().take(BEGINNING).read_to_end(&mut beginning)?;
        let encoding = encoding(&beginning)?;
        if encoding == UTF_8 && beginning.starts_with(b"\xef\xbb\xbf") {
            beginning.drain(..3);
        }
        let decoder = (encoding != UTF_8).then(|| encoding.new_decoder_with_bom_removal());
        let out = if decoder.is_some() { vec![0; PIECE] } else { Vec::new() };
        Ok(Self { inner: Cursor::new(beginning).chain(reader), decoder, out, at: 0, filled: 0 })
    }
}

fn encoding(beginning: &[u8]) -> Result<&'static Encoding> {
    match beginning {
        [0xef, 0xbb, 0xbf, ..] => return Ok(UTF_8),
        [0xfe, 0xff, ..] | [0, b'<', 0, ..] => return Ok(UTF_16BE),
        [0xff, 0xfe, ..] | [b'<', 0, ..] => return Ok(UTF_16LE),
        _ => {}
    }
    let Some(label) = declared(beginning) else { return Ok(UTF_8) };
    match Encoding::for_label(label) {
        // A declaration in one-byte characters contradicts an encoding with two.
        Some(encoding) if encoding == UTF_16BE || encoding == UTF_16LE => Ok(UTF_8),
        Some(encoding) => Ok(encoding),
        None => {
            let label = String::from_utf8_lossy(label).into_owned();
            Err(Error::new(ErrorKind::InvalidData, format!("the encoding {label} is not supported")))
        }
    }
}

/// The encoding that the XML declaration names.
fn declared(beginning: &[u8]) -> Option<&[u8]> {
    let end = beginning.windows(2).position(|two| two == b"?>")?;
    let declaration = beginning[..end].strip_prefix(b"<?xml")?;
    let word = b"encoding";
    let at = declaration.windows(word.len()).position(|some| some == word)?;
    let rest = &declaration[at + word.len()..];
    let quote = rest.iter().position(|byte| matches!(byte, b'"' | b'\''))?;
    let value = &rest[quote + 1..];
    let end = value.iter().position(|byte| *byte == rest[quote])?;
    Some(&value[..end])
}

impl<R: BufRead> Read for Utf8<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        read_buffered(self, out)
    }
}

impl<R: BufRead> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        let Some(decoder) = &mut self.decoder else { return self.inner.fill_buf() };
        while self.at == self.filled {
            let input = self.inner.fill_buf()?;
            let last = input.is_empty();
            let (_, read, written, faulty) = decoder.decode_to_utf8(input, &mut self.out, last);
            self.inner.consume(read);
            if faulty {
                let name = decoder.encoding().name();
                return Err(Error::new(ErrorKind::InvalidData, format!("not in {name}, as declared")));
            }
            (self.at, self.filled) = (0, written);
            if last && written == 0 {
                self.decoder = None;
                return Ok(&[]);
            }
        }
        Ok(&self.out[self.at..self.filled])
    }

    fn consume(&mut self, count: usize) {
        if self.decoder.is_some() {
            self.at = self.filled.min(self.at + count);
        } else {
            self.inner.consume(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String> {
        let mut text = String::new();
        Utf8::new(bytes)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn every_encoding_becomes_the_same_text() {
        let utf8 = "<?xml version='1.0' encoding='ISO-8859-1'?><a>Café</a>";
        let latin: Vec<u8> = utf8.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        assert_eq!(read(&latin).unwrap(), utf8);
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>Ωmega</a>".repeat(9000);
        for big in [true, false] {
            let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let marked: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect();
            assert_eq!(read(&marked).unwrap(), text);
            assert_eq!(read(&marked[2..]).unwrap(), text, "without a mark");
        }
        assert_eq!(read("\u{feff}<a>Ω</a>".as_bytes()).unwrap(), "<a>Ω</a>");
    }

    #[test]
    fn unsupported_encodings_are_refused() {
        assert!(read(b"<?xml version='1.0' encoding='klingon'?><a/>").is_err());
        assert!(read(b"\xff\xfe<\0a\0\x00\xd8").is_err(), "half a sign");
        assert_eq!(read(b"").unwrap(), "");
    }
}
