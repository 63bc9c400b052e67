//! Escapes each `<` that begins no markup: some suppliers write `ages < 5` in their texts.

use std::io::{BufRead, Read, Result};

use crate::meter::read_buffered;

/// A reader of XML in which every `<` begins markup; any other has become a reference.
#[derive(Debug)]
pub(crate) struct MarkupEscaper<R> {
    inner: R,
    /// False if the bytes stay unchanged.
    is_enabled: bool,
    output: Vec<u8>,
    position: usize,
    /// True if a `<` has been read, and the byte after it has not.
    is_pending: bool,
}

impl<R> MarkupEscaper<R> {
    pub(crate) fn new(inner: R, is_enabled: bool) -> Self {
        Self { inner, is_enabled, output: Vec::new(), position: 0, is_pending: false }
    }
}

impl<R: BufRead> Read for MarkupEscaper<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        read_buffered(self, out)
    }
}

impl<R: BufRead> BufRead for MarkupEscaper<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if !self.is_enabled {
            return self.inner.fill_buf();
        }
        while self.position == self.output.len() {
            self.output.clear();
            self.position = 0;
            let input = self.inner.fill_buf()?;
            let count = input.len();
            if count == 0 && !self.is_pending {
                break;
            }
            if count == 0 {
                self.is_pending = false;
                self.output.push(b'<');
            }
            for piece in input.split_inclusive(|byte| *byte == b'<') {
                if self.is_pending {
                    let begins = piece.first().is_some_and(|byte| begins_markup(*byte));
                    self.output.extend_from_slice(if begins { b"<".as_slice() } else { b"&lt;" });
                }
                let text = piece.strip_suffix(b"<");
                self.is_pending = text.is_some();
                self.output.extend_from_slice(text.unwrap_or(piece));
            }
            self.inner.consume(count);
        }
        Ok(&self.output[self.position..])
    }

    fn consume(&mut self, count: usize) {
        if self.is_enabled {
            self.position = self.output.len().min(self.position + count);
        } else {
            self.inner.consume(count);
        }
    }
}

/// Returns true for a byte after the `<` of a tag, a comment or an instruction.
fn begins_markup(byte: u8) -> bool {
    matches!(byte, b'/' | b'!' | b'?' | b'_' | b':' | b'a'..=b'z' | b'A'..=b'Z' | 0x80..)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn only_what_begins_no_markup_is_escaped() {
        for (text, expected) in [
            ("<a>1 < 2 <3 <= <b>x</b></a>", "<a>1 &lt; 2 &lt;3 &lt;= <b>x</b></a>"),
            ("<<a/>", "&lt;<a/>"),
            ("<!-- --><?x?><é/><![CDATA[<]]>", "<!-- --><?x?><é/><![CDATA[&lt;]]>"),
            ("a <", "a <"),
            ("", ""),
        ] {
            for chunk in 1..6 {
                let mut read = String::new();
                let reader = BufReader::with_capacity(chunk, text.as_bytes());
                MarkupEscaper::new(reader, true).read_to_string(&mut read).unwrap();
                assert_eq!(read, expected, "chunks of {chunk}");
            }
            let mut read = String::new();
            MarkupEscaper::new(text.as_bytes(), false).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
    }
}
