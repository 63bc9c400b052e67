//! Counts words fast, so that what a writer has written can be compared with its source. The same text gives
//! the same number however it is divided; what a word is need not be exact.

/// What a byte of UTF-8 means for the count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Ends a word: white space, punctuation, symbols.
    Separator,
    /// A letter or digit, or the first byte of one.
    Letter,
    /// The first byte of a character that is a word of its own, such as a Chinese one.
    Ideograph,
    /// A byte after the first of a character.
    Continuation,
}

/// Classes of all bytes. A lead byte stands for all characters that begin with it: E2 has punctuation and
/// symbols, C2 those of Latin-1, E3 to E9 Chinese and Japanese.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Separator; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 256")]
        let value = byte as u8;
        classes[byte] = match value {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0xC3..=0xE1 | 0xEA..=0xEF => Class::Letter,
            0xE3..=0xE9 => Class::Ideograph,
            0x80..=0xBF => Class::Continuation,
            _ => Class::Separator,
        };
        byte += 1;
    }
    classes
};

/// A running count of words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WordCounter {
    words: u64,
    in_word: bool,
}

impl WordCounter {
    /// Counts a piece of text; a word may continue from the piece before.
    pub fn push(&mut self, text: &str) {
        let (mut words, mut in_word) = (self.words, self.in_word);
        for byte in text.bytes() {
            match CLASSES[usize::from(byte)] {
                Class::Letter => {
                    words += u64::from(!in_word);
                    in_word = true;
                }
                Class::Separator => in_word = false,
                Class::Ideograph => {
                    words += 1;
                    in_word = false;
                }
                Class::Continuation => {}
            }
        }
        (self.words, self.in_word) = (words, in_word);
    }

    /// Ends the word, because a block ends.
    pub fn end_word(&mut self) {
        self.in_word = false;
    }

    /// Counts something that is one word, such as a formula.
    pub fn push_one(&mut self) {
        self.words += 1;
        self.in_word = false;
    }

    /// The words so far.
    pub fn words(self) -> u64 {
        self.words
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn count(text: &str) -> u64 {
        let mut counter = WordCounter::default();
        counter.push(text);
        counter.words()
    }

    #[test]
    fn counts_words_of_several_scripts() {
        for (text, words) in [
            ("", 0),
            ("One, two -- three\u{a0}4.", 4),
            ("caf\u{e9} \u{201c}na\u{ef}ve\u{201d}\u{2014}yes", 3),
            ("\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{645}\u{631}\u{62d}\u{628}\u{627}", 2),
            ("\u{6e2f}\u{306e}\u{671d}", 3),
            ("\u{d56d}\u{ad6c}\u{c758} \u{c544}\u{ce68}", 2),
        ] {
            assert_eq!(count(text), words, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn the_count_does_not_depend_on_how_a_text_is_divided(text in "\\PC{0,60}", cut in 0..60_usize) {
            let at = text.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(text.len());
            let mut counter = WordCounter::default();
            counter.push(&text[..at]);
            counter.push(&text[at..]);
            prop_assert_eq!(counter.words(), count(&text));
        }
    }
}
