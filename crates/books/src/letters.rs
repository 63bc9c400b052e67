//! Counts letters fast, so that what a writer has written can be compared with its source. The number does
//! not depend on how a text is divided into pieces.

use std::ops::AddAssign;

/// Letters and digits of a text, in bytes that begin one: all of ASCII, Latin, Greek, Cyrillic, Hebrew,
/// Arabic and the scripts of Asia. Punctuation and symbols are not counted.
pub(crate) fn count_letters(text: &str) -> u64 {
    let mut letters = 0;
    for byte in text.bytes() {
        // C2 begins the symbols of Latin-1, E2 punctuation and symbols, F0 emoji.
        let begins_letter = byte.is_ascii_alphanumeric() || (byte >= 0xC3 && byte != 0xE2 && byte < 0xF0);
        letters += u64::from(begins_letter);
    }
    letters
}

/// Lost letters below this share of all are not reported: one in so many.
const REPORTED_SHARE: u64 = 500;

/// Returns true if so many of all letters are lost that it is reported.
pub(crate) fn is_reported_loss(lost: u64, all: u64) -> bool {
    lost.saturating_mul(REPORTED_SHARE) > all
}

/// Words of a text, as far as white space divides them.
pub(crate) fn count_words(text: &str) -> u64 {
    text.split_ascii_whitespace().count() as u64
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
    /// Letters of the text.
    pub(crate) letters: u64,
    /// Words of the text.
    pub(crate) words: u64,
    /// Letters of the short alternatives of pictures.
    pub(crate) alternatives: u64,
}

impl SourceCount {
    /// Counts a piece of text.
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

    proptest! {
        #[test]
        fn the_number_does_not_depend_on_how_a_text_is_divided(text in "\\PC{0,60}", cut in 0..60_usize) {
            let at = text.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(text.len());
            prop_assert_eq!(count_letters(&text[..at]) + count_letters(&text[at..]), count_letters(&text));
        }
    }
}
