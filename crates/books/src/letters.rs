//! Counts letters fast, so that what a writer has written can be compared with its source. The number does
//! not depend on how a text is divided into pieces.

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

/// Words of a text, as far as white space divides them.
pub(crate) fn count_words(text: &str) -> u64 {
    text.split_ascii_whitespace().count() as u64
}

/// Letters and words of a document of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SourceCount {
    /// Letters that are not left out by rule.
    pub(crate) letters: u64,
    /// Words that are not left out by rule.
    pub(crate) words: u64,
}

/// Letters of the body of a document, outside of tags.
pub(crate) fn letters_of_markup(text: &str) -> u64 {
    let body = text.find("<body").map_or(text, |at| &text[at..]);
    body.split('<').map(|piece| count_letters(piece.split_once('>').map_or("", |(_, text)| text))).sum()
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
