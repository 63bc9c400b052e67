//! Reads XML in the encodings that suppliers use, a piece at a time.

use std::borrow::Cow;
use std::io::{BufRead, Chain, Cursor, Error, ErrorKind, Read, Result};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::meter::read_buffered;

/// Bytes in which the encoding's declaration must be.
const DECLARATION_BYTES: u64 = 512;
/// Bytes by which the encoding of a text without a declaration is recognized.
const SAMPLE_BYTES: u64 = 64 * 1024;
/// Bytes of the longest character: the last one of a sample may be cut.
const MAX_UTF8_BYTES: usize = 4;
const BYTES_PER_STEP: usize = 64 * 1024;

/// A reader of UTF-8 or another superset of ASCII, whatever the encoding of the underlying reader. UTF-16 and
/// the like are converted; encodings with single bytes stay, because texts that are UTF-8 in spite of their
/// declaration are recognized one by one ([`decode_text`]).
pub(crate) struct AsciiSuperset<R> {
    inner: Chain<Cursor<Vec<u8>>, R>,
    encoding: &'static Encoding,
    /// `None` if the bytes are not converted.
    decoder: Option<Decoder>,
    output: Vec<u8>,
    position: usize,
    filled_bytes: usize,
    /// True if everything has been converted.
    is_at_end: bool,
}

impl<R: BufRead> AsciiSuperset<R> {
    /// Reads the byte order mark and the XML declaration.
    pub(crate) fn new(mut reader: R) -> Result<Self> {
        let mut beginning = Vec::new();
        reader.by_ref().take(DECLARATION_BYTES).read_to_end(&mut beginning)?;
        let encoding = read_encoding(&beginning)?;
        Ok(Self::with_encoding(encoding, beginning, reader))
    }

    /// A reader of a text without a declaration: the byte order mark decides, or the zeros of UTF-16.
    /// Returns as well the line and the encoding of bytes that are not UTF-8, if its beginning has no
    /// others beyond ASCII.
    pub(crate) fn detect_encoding(mut reader: R) -> Result<(Self, Option<(u64, &'static Encoding)>)> {
        let mut beginning = Vec::new();
        reader.by_ref().take(SAMPLE_BYTES).read_to_end(&mut beginning)?;
        let encoding = match beginning.as_slice() {
            [0xfe, 0xff, ..] | [0, 1..=0xff, 0, 1..=0xff, ..] => UTF_16BE,
            [0xff, 0xfe, ..] | [1..=0xff, 0, 1..=0xff, 0, ..] => UTF_16LE,
            _ => UTF_8,
        };
        let valid = beginning.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
        let is_cut = beginning.len() as u64 == SAMPLE_BYTES && valid + MAX_UTF8_BYTES > beginning.len();
        let is_valid = valid == beginning.len() || is_cut;
        let legacy = (encoding == UTF_8 && !is_valid && !has_multibyte_utf8(&beginning))
            .then(|| (1 + count_lines(&beginning[..valid]), guess_encoding([beginning.as_slice()])));
        Ok((Self::with_encoding(encoding, beginning, reader), legacy))
    }

    fn with_encoding(encoding: &'static Encoding, mut beginning: Vec<u8>, reader: R) -> Self {
        if encoding == UTF_8 && beginning.starts_with(b"\xef\xbb\xbf") {
            beginning.drain(..3);
        }
        let stays = encoding == UTF_8 || encoding.is_single_byte() && encoding.is_ascii_compatible();
        let decoder = (!stays).then(|| encoding.new_decoder_with_bom_removal());
        let out = if decoder.is_some() { vec![0; BYTES_PER_STEP] } else { Vec::new() };
        let inner = Cursor::new(beginning).chain(reader);
        Self { inner, encoding, decoder, output: out, position: 0, filled_bytes: 0, is_at_end: false }
    }

    /// The encoding of the bytes that this reader returns.
    pub(crate) fn encoding(&self) -> &'static Encoding {
        if self.decoder.is_some() { UTF_8 } else { self.encoding }
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte == b'\n')).sum()
}

/// Decodes a text of a file in an encoding, and explains what is doubtful about it. Valid UTF-8 is UTF-8,
/// whatever the declaration: in other encodings its sequences make no sense.
pub(crate) fn decode_text<'b>(
    bytes: &'b [u8],
    declared: &'static Encoding,
) -> (Cow<'b, str>, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let note = if declared != UTF_8 && !text.is_ascii() {
                Some(format!("in UTF-8, although {} is declared", declared.name()))
            } else if text.contains(char::REPLACEMENT_CHARACTER) {
                Some("a character that could not be read is now \u{fffd}".to_owned())
            } else {
                None
            };
            (Cow::Borrowed(text), note)
        }
        Err(_) if declared != UTF_8 => (declared.decode_without_bom_handling(bytes).0, None),
        Err(_) => {
            let (text, found) = decode_undeclared(bytes);
            (text, Some(format!("not in UTF-8, and no other encoding is declared: {found}")))
        }
    }
}

/// Decodes bytes that are not UTF-8, although they should be, and explains how.
pub(crate) fn decode_undeclared(bytes: &[u8]) -> (Cow<'_, str>, String) {
    if has_multibyte_utf8(bytes) {
        return (String::from_utf8_lossy(bytes), "bytes without a meaning are now \u{fffd}".to_owned());
    }
    let found = guess_encoding([bytes]);
    (found.decode_without_bom_handling(bytes).0, format!("read as {}", found.name()))
}

/// Returns true if bytes have a sequence of UTF-8 beyond ASCII.
pub(crate) fn has_multibyte_utf8(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// Bytes beyond ASCII by which an encoding of Latin letters can be detected.
const MIN_DETECTED_BYTES: usize = 6;

/// The encoding that texts most probably have, if it is not UTF-8. A few bytes beyond ASCII among others
/// prove nothing: they are read as those of western Europe.
pub(crate) fn guess_encoding<'b>(texts: impl IntoIterator<Item = &'b [u8]>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (mut total, mut beyond) = (0, 0);
    for text in texts {
        detector.feed(text, false);
        detector.feed(b"\n", false);
        total += text.len();
        beyond += text.iter().filter(|byte| !byte.is_ascii()).count();
    }
    detector.feed(b"", true);
    let detected = detector.guess(None, Utf8Detection::Deny);
    let is_certain = beyond * 3 >= total || detected.is_single_byte() && beyond >= MIN_DETECTED_BYTES;
    if is_certain { detected } else { WINDOWS_1252 }
}

fn read_encoding(beginning: &[u8]) -> Result<&'static Encoding> {
    match beginning {
        [0xef, 0xbb, 0xbf, ..] => return Ok(UTF_8),
        [0xfe, 0xff, ..] | [0, b'<', 0, ..] => return Ok(UTF_16BE),
        [0xff, 0xfe, ..] | [b'<', 0, ..] => return Ok(UTF_16LE),
        _ => {}
    }
    let Some(label) = find_declared_encoding(beginning.trim_ascii_start()) else { return Ok(UTF_8) };
    match encoding_by_label(label) {
        // A declaration in one-byte characters contradicts an encoding with two.
        Some(encoding) if encoding == UTF_16BE || encoding == UTF_16LE => Ok(UTF_8),
        Some(encoding) => Ok(encoding),
        None => {
            let label = String::from_utf8_lossy(label).into_owned();
            Err(Error::new(ErrorKind::InvalidData, format!("the encoding {label} is not supported")))
        }
    }
}

/// An encoding by its name, also in the spellings of programs that are not browsers.
fn encoding_by_label(label: &[u8]) -> Option<&'static Encoding> {
    let compact: Vec<u8> =
        label.iter().filter(|byte| !matches!(byte, b'-' | b'_' | b' ')).map(u8::to_ascii_lowercase).collect();
    let windows = || [b"windows-", compact.strip_prefix(b"windows")?].concat().into();
    let windows: Option<Vec<u8>> = windows();
    match compact.as_slice() {
        b"ansi" => return Some(WINDOWS_1252),
        b"utf16" | b"ucs2" | b"unicode" => return Some(UTF_16LE),
        _ => {}
    }
    Encoding::for_label(label)
        .or_else(|| Encoding::for_label(&compact))
        .or_else(|| Encoding::for_label(&windows?))
}

/// The encoding that the XML declaration names.
fn find_declared_encoding(beginning: &[u8]) -> Option<&[u8]> {
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

impl<R: BufRead> Read for AsciiSuperset<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        read_buffered(self, out)
    }
}

impl<R: BufRead> BufRead for AsciiSuperset<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        let Some(decoder) = &mut self.decoder else { return self.inner.fill_buf() };
        while self.position == self.filled_bytes && !self.is_at_end {
            let input = self.inner.fill_buf()?;
            let last = input.is_empty();
            // A character that cannot be decoded becomes U+FFFD, which is noted with its record.
            let (result, read, written, _) = decoder.decode_to_utf8(input, &mut self.output, last);
            self.inner.consume(read);
            self.is_at_end = last && result == CoderResult::InputEmpty;
            (self.position, self.filled_bytes) = (0, written);
        }
        Ok(&self.output[self.position..self.filled_bytes])
    }

    fn consume(&mut self, count: usize) {
        if self.decoder.is_some() {
            self.position = self.filled_bytes.min(self.position + count);
        } else {
            self.inner.consume(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> Result<String> {
        let mut reader = AsciiSuperset::new(bytes)?;
        let encoding = reader.encoding();
        let mut read = Vec::new();
        reader.read_to_end(&mut read)?;
        Ok(decode_text(&read, encoding).0.into_owned())
    }

    #[test]
    fn every_encoding_becomes_the_same_text() {
        for label in ["ISO-8859-1", "iso_8859-1", "Windows-1252", "WINDOWS1252", "ansi", "latin-1"] {
            let utf8 = format!("\n<?xml version='1.0' encoding='{label}'?><a>Café</a>");
            let latin: Vec<u8> = utf8.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
            assert_eq!(read_all(&latin).unwrap(), utf8);
            assert_eq!(read_all(utf8.as_bytes()).unwrap(), utf8, "UTF-8, whatever is declared");
        }
        let japanese = "<?xml version='1.0' encoding='Shift_JIS'?><a>港の朝</a>";
        assert_eq!(read_all(&encoding_rs::SHIFT_JIS.encode(japanese).0).unwrap(), japanese);
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>Ωmega</a>".repeat(9000);
        for big in [true, false] {
            let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let marked: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect();
            assert_eq!(read_all(&marked).unwrap(), text);
            assert_eq!(read_all(&marked[2..]).unwrap(), text, "without a mark");
        }
        assert_eq!(read_all("\u{feff}<a>Ω</a>".as_bytes()).unwrap(), "<a>Ω</a>");
    }

    #[test]
    fn explains_what_is_doubtful_about_a_text() {
        let note = |bytes: &[u8], encoding| decode_text(bytes, encoding).1.unwrap_or_default();
        assert_eq!(note("Café".as_bytes(), UTF_8), "");
        assert_eq!(note(b"Caf\xe9", WINDOWS_1252), "");
        assert!(note("Café".as_bytes(), WINDOWS_1252).contains("although windows-1252 is declared"));
        assert!(note(b"Le caf\xe9 du port, \xe0 c\xf4t\xe9", UTF_8).ends_with("read as windows-1252"));
        assert!(note(b"Caf\xc3\xa9 \xff", UTF_8).ends_with("are now \u{fffd}"));
        assert_eq!(decode_text(b"Caf\xc3\xa9 \xff", UTF_8).0, "Café \u{fffd}");
    }

    #[test]
    fn unsupported_encodings_are_refused() {
        assert!(read_all(b"<?xml version='1.0' encoding='klingon'?><a/>").is_err());
        assert_eq!(read_all(b"\xff\xfe<\0a\0\x00\xd8").unwrap(), "<a\u{fffd}", "half a character");
        assert_eq!(read_all(b"").unwrap(), "");
    }
}
