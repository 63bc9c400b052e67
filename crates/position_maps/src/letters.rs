//! Characters that are not white space. They are counted by bytes, because all texts of all books pass here.

const CHUNK_BYTES: usize = 32;

/// Counts the characters of a text that are not white space.
pub(crate) fn count_letters(text: &str) -> usize {
    let mut walk = LetterWalk { text, offset: 0 };
    let mut count = 0;
    while let Some(letters) = walk.advance_chunk(usize::MAX).or_else(|| walk.advance_character()) {
        count += letters;
    }
    count
}

/// The place after this many characters that are not white space, and the white space behind them.
pub(crate) fn skip_letters(text: &str, from: usize, letters: usize) -> usize {
    let mut walk = LetterWalk { text, offset: from };
    let mut left = letters;
    loop {
        let before = walk.offset;
        let Some(more) = walk.advance_chunk(left).or_else(|| walk.advance_character()) else {
            return text.len();
        };
        match left.checked_sub(more) {
            Some(fewer) => left = fewer,
            None => return before,
        }
    }
}

/// A way through a text.
struct LetterWalk<'t> {
    text: &'t str,
    offset: usize,
}

impl LetterWalk<'_> {
    /// Advances by several characters, and returns how many are letters. `None` if these are more than
    /// wanted, or not all of ASCII.
    fn advance_chunk(&mut self, most: usize) -> Option<usize> {
        let chunk = self
            .text
            .as_bytes()
            .get(self.offset..self.offset + CHUNK_BYTES)
            .filter(|chunk| chunk.is_ascii())?;
        let letters: u8 = chunk.iter().map(|byte| u8::from(!matches!(byte, b' ' | 0x09..=0x0d))).sum();
        let letters = usize::from(letters);
        (letters <= most).then(|| {
            self.offset += CHUNK_BYTES;
            letters
        })
    }

    /// Advances by one character, and returns whether it is a letter. `None` at the end.
    fn advance_character(&mut self) -> Option<usize> {
        let c = self.text[self.offset..].chars().next()?;
        self.offset += c.len_utf8();
        Some(usize::from(!c.is_whitespace()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn letters_are_all_characters_but_white_space(
            text in "([a-z]{0,40}|[ \\t\\n\\x0b\\u{85}\\u{a0}\\u{2003}\\u{2028}\\u{3000}]|[\\u{e9}\\u{201c}\\u{1d11e}]){0,40}",
            letters in 0_usize..200,
        ) {
            let places: Vec<usize> =
                text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(|(at, _)| at).collect();
            prop_assert_eq!(count_letters(&text), places.len());
            prop_assert_eq!(skip_letters(&text, 0, letters), places.get(letters).copied().unwrap_or(text.len()));
        }
    }
}
