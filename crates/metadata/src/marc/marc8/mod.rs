//! MARC-8: Latin letters (ASCII and ANSEL, ANSI/NISO Z39.47) and, after escape sequences, Arabic, Cyrillic,
//! Greek, Hebrew, East Asian characters, superscripts and subscripts. Accents precede their letters.

mod sets;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{compose, is_combining_mark};

use sets::{ANSEL_SET, ASCII_SET, CharSet, EACC_SET};

pub(super) const ESCAPE_BYTE: u8 = 0x1b;

/// A decoded text, composed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DecodedText {
    pub(super) text: String,
    /// Characters replaced by U+FFFD, and accents and escape sequences that mean nothing.
    pub(super) faults: usize,
}

/// Decodes a text. Never fails: what MARC-8 does not have becomes U+FFFD.
pub(super) fn decode_marc8(bytes: &[u8]) -> DecodedText {
    let mut state = DecoderState { low_set: ASCII_SET, high_set: ANSEL_SET, ..DecoderState::default() };
    let mut rest = bytes;
    while let Some((byte, after)) = rest.split_first() {
        rest = match *byte {
            ESCAPE_BYTE => state.switch_set(after),
            byte @ (..=0x20 | 0x7f) => {
                state.push_char(char::from(byte));
                after
            }
            // Begin and end of an article that is ignored in sorting; second halves of accents over two
            // letters, whose first halves span both.
            0x88 | 0x89 | 0xec | 0xfb if state.high_set == ANSEL_SET => after,
            0xa0 => {
                state.push_char(' ');
                after
            }
            byte => state.read_char(byte, rest),
        };
    }
    if !state.accents.is_empty() {
        state.faults += 1;
    }
    DecodedText { text: state.text.nfc().collect(), faults: state.faults }
}

#[derive(Default)]
struct DecoderState {
    /// The set of bytes below 0x80.
    low_set: CharSet,
    /// The set of bytes from 0x80.
    high_set: CharSet,
    text: String,
    /// Accents of the next letter.
    accents: Vec<char>,
    faults: usize,
}

impl Default for CharSet {
    fn default() -> Self {
        ASCII_SET
    }
}

impl DecoderState {
    /// Adds a character; accents before it are its own.
    fn push_char(&mut self, character: char) {
        if !self.accents.is_empty() && (character.is_whitespace() || character.is_control()) {
            self.faults += 1;
        }
        self.text.push(character);
        self.text.extend(self.accents.drain(..));
    }

    /// Reads the character at the beginning of `bytes`; returns the rest.
    fn read_char<'b>(&mut self, byte: u8, bytes: &'b [u8]) -> &'b [u8] {
        let set = if byte < 0x80 { self.low_set } else { self.high_set };
        let (length, character) =
            if set == EACC_SET { read_east_asian(bytes) } else { (1, set.find_single_byte_char(byte)) };
        match character {
            // The superscript alef is listed as a letter of its own.
            Some(accent) if is_combining_mark(accent) && accent != '\u{670}' => self.accents.push(accent),
            Some(character) => self.push_char(character),
            None => {
                self.faults += 1;
                self.push_char(char::REPLACEMENT_CHARACTER);
            }
        }
        bytes.get(length..).unwrap_or_default()
    }

    /// Follows an escape sequence; returns the bytes after it. One that names no set is left out.
    fn switch_set<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (first, after) = match bytes.split_first() {
            Some((first, after)) => (*first, after),
            None => (0, bytes),
        };
        // Sets that need no more than their letter.
        if first == b's' {
            self.low_set = ASCII_SET;
            return after;
        }
        if matches!(first, b'g' | b'b' | b'p') {
            self.low_set = CharSet(first);
            return after;
        }
        let (first, after) = match (first, after.split_first()) {
            (b'$', Some((second @ (b'(' | b',' | b')' | b'-'), rest))) => (*second, rest),
            (b'$', _) => (b'(', after),
            _ => (first, after),
        };
        let named = match after {
            [b'!', letter, rest @ ..] | [letter, rest @ ..] => Some((CharSet(*letter), rest)),
            [] => None,
        };
        let Some((set, rest)) = named.filter(|(set, _)| set.exists()) else {
            self.faults += 1;
            return bytes;
        };
        match first {
            b'(' | b',' => self.low_set = set,
            b')' | b'-' => self.high_set = set,
            _ => {
                self.faults += 1;
                return bytes;
            }
        }
        rest
    }
}

/// The East Asian character at the beginning, and its length in bytes. An escape sequence or a space ends a
/// character that is too short.
fn read_east_asian(bytes: &[u8]) -> (usize, Option<char>) {
    let whole = bytes.get(..3).map(|bytes| [bytes[0] & 0x7f, bytes[1] & 0x7f, bytes[2] & 0x7f]);
    let found = whole
        .and_then(|[first, second, third]| EACC_SET.find_char(u16::from_be_bytes([first, second]), third));
    if found.is_some() {
        return (3, found);
    }
    let is_part = |byte: &&u8| !matches!(**byte, ESCAPE_BYTE | ..=0x20);
    (bytes.iter().take(3).take_while(is_part).count().max(1), None)
}

/// Evidence for and against MARC-8 in bytes that are not UTF-8: letters with the accents that occur in it,
/// against accents without letters and bytes that it does not have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marc8Fit {
    pub(super) plausible: usize,
    pub(super) implausible: usize,
}

impl Marc8Fit {
    /// Returns true if the bytes are MARC-8 rather than another encoding; signs without accents, such as
    /// that of the pound, are.
    pub(super) fn is_good(self) -> bool {
        self.plausible > self.implausible || self == Self::default()
    }
}

/// Accents of MARC-8 that are frequent letters in the encodings of western Europe (à, á, â, ä, ç, è, é, ê, í,
/// ñ, ó), with the letters that have the accent in the languages of western Europe, and in names from
/// elsewhere.
const AMBIGUOUS_ACCENTS: [(u8, &[u8]); 11] = [
    (0xe0, b""),
    (0xe1, b"aeiouAEIOU"),
    (0xe2, b"aeiouyAEIOUYcnszCNSZ"),
    (0xe4, b"anoANO"),
    (0xe7, b""),
    (0xe8, b"aeiouyAEIOUY"),
    (0xe9, b""),
    (0xea, b"auAU"),
    (0xed, b""),
    (0xf1, b""),
    (0xf3, b""),
];

/// Weighs the bytes of a text in Latin letters; `western` if its language has none of the other accents of
/// [`AMBIGUOUS_ACCENTS`].
pub(super) fn weigh_fit(bytes: &[u8], western: bool) -> Marc8Fit {
    let mut fit = Marc8Fit::default();
    let mut bytes = bytes.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let known = byte < 0x80
            || matches!(byte, 0x88 | 0x89 | 0xa0 | 0xec | 0xfb)
            || ANSEL_SET.find_single_byte_char(byte).is_some();
        if !known || matches!(byte, 0x80..=0x87 | 0x8a..=0x8c | 0x8f..=0x9f) {
            fit.implausible += 2;
            continue;
        }
        let Some(accent) = ANSEL_SET.find_char(0, byte).filter(|one| is_combining_mark(*one)) else {
            continue;
        };
        match bytes.peek().copied() {
            // Another accent of the same letter.
            Some(0xe0..) => {}
            Some(letter) if letter.is_ascii_alphabetic() => {
                let listed = AMBIGUOUS_ACCENTS.iter().find(|(mark, _)| *mark == byte && western);
                match listed {
                    Some((_, letters)) if letters.contains(&letter) => fit.plausible += 1,
                    Some(_) => fit.implausible += 1,
                    None => fit.plausible += usize::from(compose(char::from(letter), accent).is_some()),
                }
            }
            // A letter of ANSEL.
            Some(0xa1..) => {}
            _ => fit.implausible += 1,
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode_whole(bytes: &[u8]) -> String {
        let decoded = decode_marc8(bytes);
        assert_eq!(decoded.faults, 0, "{}", decoded.text);
        decoded.text
    }

    #[test]
    fn accents_come_before_their_letters() {
        assert_eq!(decode_whole(b"Caf\xe2e"), "Café");
        assert_eq!(decode_whole(b"\xe8Uber \xa2re, \xb1\xe2od\xe2z"), "Über Øre, łódź");
        assert_eq!(decode_whole(b"Vi\xe3\xf2et Nam"), "Việt Nam");
        assert_eq!(decode_whole(b"\x1b(Babc\x1b)!E\xb2"), "abcø");
        assert_eq!(decode_whole(b"\xebi\xeca"), "i\u{361}a", "one accent over two letters");
    }

    #[test]
    fn superscripts_and_subscripts_are_latin() {
        assert_eq!(decode_whole(b"Signatures: A\x1bp4\x1bs B\x1bp2\x1bs."), "Signatures: A⁴ B².");
        assert_eq!(
            decode_whole(b"H\x1bb2\x1bsO, \x1bga\x1bs-rays, 10\x1bp-3\x1b(B m"),
            "H₂O, α-rays, 10⁻³ m"
        );
    }

    #[test]
    fn other_alphabets_follow_their_escape_sequences() {
        assert_eq!(decode_whole(b"\x1b(NwOJNA I MIR\x1b(B!"), "Война и мир!");
        assert_eq!(decode_whole(b"\x1b(2`a\x1b(B (a)"), "אב (a)");
        assert_eq!(decode_whole(b"\x1b(3cJGH\x1b(B, \x1b(4)\x1b(B"), "كتاب, پ");
        assert_eq!(decode_whole(b"\x1b(S\x61\x62\x1bs"), "αβ");
        assert_eq!(decode_whole(b"\x1b$1!H$i$N!Cco\\e\x1b(B"), "港の朝한");
        assert_eq!(decode_whole(b"\x1b$)1\xa1\xb0\xa1\x1b)!E\xe2e"), "一é");
        assert_eq!(decode_whole(b"\x1b)N\xc1\x1b)Q\xc1"), "ађ");
    }

    #[test]
    fn characters_that_marc8_lacks_cost_only_themselves() {
        let decoded = |bytes: &[u8]| {
            let decoded = decode_marc8(bytes);
            (decoded.text, decoded.faults)
        };
        assert_eq!(decoded(b"a\xffb"), ("a\u{fffd}b".into(), 1));
        assert_eq!(decoded(b"a\x1b(Zb\x1b"), ("a(Zb".into(), 2));
        assert_eq!(decoded(b"\x1b$1!0!!\x1b(Bb"), ("一\u{fffd}b".into(), 1));
        assert_eq!(decoded(b"\xe2"), (String::new(), 1), "an accent without a letter");
    }

    #[test]
    fn latin_1_does_not_fit_marc8() {
        let better = |bytes: &[u8], western| weigh_fit(bytes, western).is_good();
        assert!(better(b"Caf\xe2e, \xe8Uber, Dvo\xe9r\xe2ak", false));
        assert!(better(b"El ni\xe4no", true));
        assert!(!better(b"La soci\xe9t\xe9 fran\xe7aise \xe0 Paris", true));
        assert!(!better(b"Sch\xf6ne Gr\xfc\xdfe", false));
        assert!(!better(b"Espa\xf1a", true));
        assert!(
            better(b"T\xe5oky\xe5o, Dvo\xe9r\xe2ak, Cuppirama\xf2niya\xf6n", true),
            "names from elsewhere"
        );
    }
}
