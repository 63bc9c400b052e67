//! Counts letters fast, so that what a writer has written can be compared with its source. The number does
//! not depend on how a text is divided into pieces.

use std::ops::AddAssign;

/// Letters and digits of a text, in bytes that begin one: all of ASCII, Latin, Greek, Cyrillic, Hebrew,
/// Arabic and the scripts of Asia. Punctuation and symbols are not counted.
pub(crate) fn count_letters(text: &str) -> u64 {
    // C2 begins the symbols of Latin-1, E2 punctuation and symbols, F0 emoji.
    let begins_letter =
        |byte: &u8| byte.is_ascii_alphanumeric() || (*byte >= 0xC3 && *byte != 0xE2 && *byte < 0xF0);
    let count = |bytes: &[u8]| bytes.iter().map(|byte| u8::from(begins_letter(byte))).sum::<u8>();
    text.as_bytes().chunks(MAX_BYTES_PER_SUM).map(|bytes| u64::from(count(bytes))).sum()
}

/// Bytes whose count fits into one byte, so that the compiler counts many of them in one instruction.
const MAX_BYTES_PER_SUM: usize = u8::MAX as usize;

/// Lost letters below this share of all are not reported: one in so many.
const REPORTED_SHARE: u64 = 500;

pub(crate) fn is_reported_loss(lost: u64, all: u64) -> bool {
    lost.saturating_mul(REPORTED_SHARE) > all
}

/// Words of a text, as far as white space divides them.
pub(crate) fn count_words(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else { return 0 };
    // A word begins at each byte that follows white space.
    let (before, after) = (&bytes[..bytes.len() - 1], &bytes[1..]);
    let count = |before: &[u8], after: &[u8]| {
        let pairs = before.iter().zip(after);
        pairs.map(|(before, after)| space_bit(*before) & (space_bit(*after) ^ 1)).sum::<u8>()
    };
    let pairs = before.chunks(MAX_BYTES_PER_SUM).zip(after.chunks(MAX_BYTES_PER_SUM));
    u64::from(space_bit(*first) ^ 1)
        + pairs.map(|(before, after)| u64::from(count(before, after))).sum::<u64>()
}

/// 1 for ASCII white space, otherwise 0. Unlike [`u8::is_ascii_whitespace`] it has no branches, so that the
/// compiler compares many bytes in one instruction.
fn space_bit(byte: u8) -> u8 {
    let bit = |space: u8| u8::from(byte == space);
    bit(b' ') | bit(b'\n') | bit(b'\t') | bit(b'\r') | bit(0x0c)
}

/// Letters of a part of a book, as it was read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LetterCount {
    /// Letters of the text, and of extended descriptions of pictures.
    pub(crate) text: u64,
    /// Letters of the short alternatives of pictures.
    pub(crate) alternatives: u64,
}

impl AddAssign for LetterCount {
    fn add_assign(&mut self, other: Self) {
        self.text += other.text;
        self.alternatives += other.alternatives;
    }
}

/// Letters and words of a document of the source, without those that are left out by rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SourceCount {
    pub(crate) letters: u64,
    pub(crate) words: u64,
    /// Letters of the short alternatives of pictures.
    pub(crate) alternatives: u64,
}

impl SourceCount {
    pub(crate) fn add_text(&mut self, text: &str) {
        self.letters += count_letters(text);
        self.words += count_words(text);
    }

    /// The count without another.
    pub(crate) fn saturating_sub(self, other: Self) -> Self {
        Self {
            letters: self.letters.saturating_sub(other.letters),
            words: self.words.saturating_sub(other.words),
            alternatives: self.alternatives.saturating_sub(other.alternatives),
        }
    }
}

impl AddAssign for SourceCount {
    fn add_assign(&mut self, other: Self) {
        self.letters += other.letters;
        self.words += other.words;
        self.alternatives += other.alternatives;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn letters_and_digits_of_all_scripts_are_counted() {
        for (text, letters) in [
            ("", 0),
            ("One, two -- 3.", 7),
            ("caf\u{e9}\u{a0}\u{201c}na\u{ef}ve\u{201d}\u{2014}!", 9),
            ("\u{43f}\u{440}\u{438} \u{645}\u{631}\u{62d}", 6),
            ("\u{6e2f}\u{306e}\u{671d}\u{1f600}", 3),
        ] {
            assert_eq!(count_letters(text), letters, "{text:?}");
        }
    }

    #[test]
    fn long_texts_are_counted() {
        let text = "two words\n".repeat(1_000);
        assert_eq!((count_letters(&text), count_words(&text)), (8_000, 2_000));
    }

    proptest! {
        #[test]
        fn the_number_does_not_depend_on_how_a_text_is_divided(text in "\\PC{0,60}", cut in 0..60_usize) {
            let at = text.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(text.len());
            prop_assert_eq!(count_words(&text), text.split_ascii_whitespace().count() as u64);
            prop_assert_eq!(count_letters(&text[..at]) + count_letters(&text[at..]), count_letters(&text));
        }
    }
}
