//! Strings of a PDF.

use std::fmt::Write as _;

/// The bytes of a literal or hexadecimal string.
pub(super) fn decode_string(written: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(written.len());
    if written.starts_with(b"<") {
        let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let digits: Vec<u8> = written.iter().filter_map(digit).collect();
        out.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
        return out;
    }
    let inner = written.strip_prefix(b"(").and_then(|rest| rest.strip_suffix(b")")).unwrap_or_default();
    let mut rest = inner.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b'r') => out.push(b'\r'),
            Some(b't') => out.push(b'\t'),
            Some(b'b') => out.push(8),
            Some(b'f') => out.push(12),
            Some(digit @ b'0'..=b'7') => {
                let mut value = digit - b'0';
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|byte| matches!(byte, b'0'..=b'7')) {
                        value = value.wrapping_mul(8).wrapping_add(digit - b'0');
                    }
                }
                out.push(value);
            }
            Some(byte) => out.push(byte),
            None => {}
        }
    }
    out
}

/// The text of a string: UTF-16 with a byte order mark, or ASCII.
pub(super) fn decode_text(written: &[u8]) -> String {
    let bytes = decode_string(written);
    match bytes.strip_prefix(&[0xFE, 0xFF]) {
        Some(rest) => {
            let units: Vec<u16> =
                rest.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        }
        None => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

pub(super) fn encode_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        out.push('(');
        for c in text.chars() {
            if matches!(c, '(' | ')' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push(')');
    } else {
        out.push_str("<FEFF");
        for unit in text.encode_utf16() {
            let _ = write!(out, "{unit:04X}");
        }
        out.push('>');
    }
    out
}

pub(super) fn encode_hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(2 * bytes.len() + 2);
    out.push('<');
    for byte in bytes {
        let _ = write!(out, "{byte:02X}");
    }
    out.push('>');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_was_written() {
        for text in ["", "a (b) \\c", "Zoë 𝄞 <b>", "))(("] {
            assert_eq!(decode_text(encode_text(text).as_bytes()), text);
        }
        assert_eq!(decode_string(b"(a\\(\\)\\\\\\n\\101\\7)"), b"a()\\\nA\x07");
        assert_eq!(decode_string(b"<41 4>"), b"A@");
        assert_eq!(decode_string(encode_hex(b"\0\xffx").as_bytes()), b"\0\xffx");
    }
}
