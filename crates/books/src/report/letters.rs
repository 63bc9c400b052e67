//! Counts letters fast, so that what a writer has written can be compared with its source. The number does not
//! depend on how a text is divided into pieces.

use crate::model::{Block, BlockKind, Inline};

/// Letters and digits of a text, in bytes that begin one: all of ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic
/// and the scripts of Asia. Punctuation and symbols are not counted.
pub fn count_letters(text: &str) -> u64 {
    let mut letters = 0;
    for byte in text.bytes() {
        // C2 begins the symbols of Latin-1, E2 punctuation and symbols, F0 emoji.
        let begins_letter = byte.is_ascii_alphanumeric() || (byte >= 0xC3 && byte != 0xE2 && byte < 0xF0);
        letters += u64::from(begins_letter);
    }
    letters
}

/// Words of a text, as far as white space divides them.
pub(crate) fn count_words(text: &str) -> u64 {
    text.split_ascii_whitespace().count() as u64
}

/// Letters of lines and of the descriptions of their images, without those of notes' signs, page numbers,
/// formulas and alternatives, which writers write in different ways.
pub(crate) fn letters_of_inlines(inlines: &[Inline]) -> u64 {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text(text) => count_letters(text),
            Inline::Image(image) => letters_of_blocks(&image.description),
            other => letters_of_inlines(other.children()),
        })
        .sum()
}

/// Letters of blocks and of all that is in them, counted as by [`letters_of_inlines`].
pub fn letters_of_blocks(blocks: &[Block]) -> u64 {
    let mut letters = 0;
    for block in blocks {
        block.walk(&mut |block| {
            letters += letters_of_inlines(block.inlines());
            if let BlockKind::Image(image) = &block.kind {
                letters += letters_of_blocks(&image.description);
            }
        });
    }
    letters
}

/// Letters of the body of a document, outside of tags.
pub(crate) fn letters_of_markup(text: &str) -> u64 {
    let body = text.find("<body").map_or(text, |at| &text[at..]);
    body.split('<').map(|piece| count_letters(piece.split_once('>').map_or("", |(_, text)| text))).sum()
}

/// Letters of a book that a writer has written, by section.
#[derive(Debug, Clone, Default)]
pub struct LetterTally(Vec<u64>);

impl LetterTally {
    /// A tally of sections that were counted one by one.
    pub(crate) fn from_counts(letters: impl IntoIterator<Item = u64>) -> Self {
        Self(letters.into_iter().collect())
    }

    /// Begins the next section. What is written after the last one begins one more: notes at the end.
    pub fn begin_section(&mut self) {
        self.0.push(0);
    }

    /// Counts text that is written.
    pub fn add_text(&mut self, text: &str) {
        self.add(count_letters(text));
    }

    /// Counts what is not written by rule, such as the link from a note back to its reference.
    pub fn add_omitted(&mut self, inline: &Inline) {
        self.add(letters_of_inlines(std::slice::from_ref(inline)));
    }

    fn add(&mut self, letters: u64) {
        if let Some(section) = self.0.last_mut() {
            *section += letters;
        }
    }

    /// The letters of each section, and of what follows the last.
    pub fn into_counts(self) -> Vec<u64> {
        self.0
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
    fn letters_of_markup_are_those_of_the_body_outside_of_tags() {
        let document =
            "<html><head><title>T</title></head><body class=\"a\"><p>One <b>two</b>.</p></body></html>";
        assert_eq!(letters_of_markup(document), 6);
    }

    proptest! {
        #[test]
        fn the_number_does_not_depend_on_how_a_text_is_divided(text in "\\PC{0,60}", cut in 0..60_usize) {
            let at = text.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(text.len());
            prop_assert_eq!(count_letters(&text[..at]) + count_letters(&text[at..]), count_letters(&text));
        }
    }
}
