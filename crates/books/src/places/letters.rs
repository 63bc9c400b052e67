//! Characters that are not white space. They are counted by bytes, because all texts of all books pass here.

/// Bytes that are checked together.
const CHUNK: usize = 32;

/// How many characters of a text are not white space.
pub(super) fn count(text: &str) -> usize {
    let mut walk = Walk { text, at: 0 };
    let mut count = 0;
    while let Some(letters) = walk.chunk(usize::MAX).or_else(|| walk.character()) {
        count += letters;
    }
    count
}

/// The place after this many characters that are not white space, and the white space behind them.
pub(super) fn skip(text: &str, from: usize, letters: usize) -> usize {
    let mut walk = Walk { text, at: from };
    let mut left = letters;
    loop {
        let before = walk.at;
        let Some(more) = walk.chunk(left).or_else(|| walk.character()) else { return text.len() };
        match left.checked_sub(more) {
            Some(fewer) => left = fewer,
            None => return before,
        }
    }
}

/// A way through a text.
struct Walk<'t> {
    text: &'t str,
    at: usize,
}

impl Walk<'_> {
    /// Advances by several characters, and returns how many are letters. `None` if these are more than
    /// wanted, or not all of ASCII.
    fn chunk(&mut self, most: usize) -> Option<usize> {
        let chunk = self.text.as_bytes().get(self.at..self.at + CHUNK).filter(|chunk| chunk.is_ascii())?;
        let letters: u8 = chunk.iter().map(|byte| u8::from(!matches!(byte, b' ' | 0x09..=0x0d))).sum();
        let letters = usize::from(letters);
        (letters <= most).then(|| {
            self.at += CHUNK;
            letters
        })
    }

    /// Advances by one character, and returns whether it is a letter. `None` at the end.
    fn character(&mut self) -> Option<usize> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        Some(usize::from(!c.is_whitespace()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn letters_are_what_is_not_white_space(
            text in "([a-z]{0,40}|[ \\t\\n\\x0b\\u{85}\\u{a0}\\u{2003}\\u{2028}\\u{3000}]|[\\u{e9}\\u{201c}\\u{1d11e}]){0,40}",
            letters in 0_usize..200,
        ) {
            let places: Vec<usize> =
                text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(|(at, _)| at).collect();
            prop_assert_eq!(count(&text), places.len());
            prop_assert_eq!(skip(&text, 0, letters), places.get(letters).copied().unwrap_or(text.len()));
        }
    }
}
