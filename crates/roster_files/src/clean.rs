//! Characters of cells that nobody sees. They come with texts that were copied from pages and address books,
//! and with files that were put together from others.

use std::borrow::Cow;

/// The text without spaces and invisible characters around it, and without the formula that only keeps a
/// spreadsheet from changing a number: `="0042"`.
pub(crate) fn trim_cell(text: &str) -> &str {
    let trimmed = trim_invisible(text);
    let inner = trimmed.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).map_or(trimmed, trim_invisible)
}

fn trim_invisible(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter))
}

/// The text without invisible characters and without spaces around it. Nonbreaking spaces become spaces.
pub(crate) fn clean_cell(text: &str) -> Cow<'_, str> {
    let trimmed = trim_cell(text);
    if !trimmed.contains(|letter: char| is_invisible(letter) || is_nonbreaking_space(letter)) {
        return Cow::Borrowed(trimmed);
    }
    let letters = trimmed.chars().filter(|letter| !is_invisible(*letter));
    Cow::Owned(letters.map(|letter| if is_nonbreaking_space(letter) { ' ' } else { letter }).collect())
}

/// Returns true for soft hyphens, zero-width spaces, byte order marks and marks of the direction of writing.
/// Joiners are not among them: they distinguish words of some languages.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}

fn is_nonbreaking_space(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

#[cfg(test)]
mod tests {
    use super::{clean_cell, trim_cell};

    #[test]
    fn nobody_sees_what_is_left_out() {
        assert_eq!(trim_cell("\u{feff} \u{202a}u1\u{202c}\u{200b}\u{a0}"), "u1");
        assert_eq!(trim_cell(" =\"0042\" "), "0042", "a number as a formula");
        assert_eq!(trim_cell("=\"a\"&\"b\""), "=\"a\"&\"b\"");
        assert_eq!(clean_cell(" \u{200b}Ana\u{a0}Mar\u{ad}ía \u{feff}"), "Ana María");
        assert_eq!(clean_cell("\u{200b}\u{a0}"), "");
        assert_eq!(clean_cell("می\u{200c}خواهم"), "می\u{200c}خواهم", "joiners stay");
        assert_eq!(clean_cell("山田\u{3000}太郎"), "山田\u{3000}太郎");
    }
}
