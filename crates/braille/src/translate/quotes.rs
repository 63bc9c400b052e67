//! Single quotation marks and apostrophes of English.

use super::{TranslatedChar, char_at};

/// Represents a closing single quotation mark that the table of the American edition lacks.
pub(super) const CLOSING_QUOTE_PLACEHOLDER: char = '\u{f8ff}';
/// Represents an apostrophe at the edge of a word, where that table would have a quotation mark.
pub(super) const APOSTROPHE_PLACEHOLDER: char = '\u{f8fe}';

/// Words that begin with an apostrophe.
const ELISIONS: [&str; 9] = ["tis", "twas", "twere", "twill", "em", "n", "til", "cause", "bout"];
/// Letters of the longest of them.
const MAX_ELISION_CHARS: usize = 5;

/// In English a single closing quotation mark that closes nothing is an apostrophe; between numbers the
/// American edition writes a hyphen for a dash.
pub(super) fn resolve_quotes(chars: &mut [TranslatedChar], is_american: bool) {
    let mut open = 0_u32;
    let mut open_straight = 0_u32;
    for at in 0..chars.len() {
        let (before, after) = (char_at(chars, at.checked_sub(1)), char_at(chars, Some(at + 1)));
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let changed = match chars[at].c {
            '\u{2018}' => {
                open += 1;
                None
            }
            '\u{2019}' if open > 0 && !word(after) && before.is_some_and(|c| c != ' ') => {
                open -= 1;
                is_american.then_some(CLOSING_QUOTE_PLACEHOLDER)
            }
            '\u{2019}' if is_american && !(word(before) && word(after)) => Some(APOSTROPHE_PLACEHOLDER),
            '\u{2019}' => Some('\''),
            // Marks of one form for both sides are left to the table if they can be quotation marks.
            '\'' if is_american && !word(before) && word(after) => {
                let is_elision = begins_elision(&chars[at + 1..]);
                open_straight += u32::from(!is_elision);
                is_elision.then_some(APOSTROPHE_PLACEHOLDER)
            }
            '\'' if is_american && open_straight > 0 && !word(after) => {
                open_straight -= 1;
                None
            }
            '\'' if is_american && word(before) && !word(after) => Some(APOSTROPHE_PLACEHOLDER),
            '\u{2013}' if is_american && digit(before) && digit(after) => Some('-'),
            _ => None,
        };
        if let Some(changed) = changed {
            chars[at].c = changed;
        }
    }
}

/// Returns true if a word or year begins here whose first letters or digits are left out.
fn begins_elision(chars: &[TranslatedChar]) -> bool {
    let letters = chars.iter().map(|c| c.c.to_ascii_lowercase()).take(MAX_ELISION_CHARS + 1);
    let letters: String = letters.take_while(|c| c.is_alphanumeric()).collect();
    ELISIONS.contains(&letters.as_str()) || letters.starts_with(|c: char| c.is_ascii_digit())
}

/// The character that is translated for a placeholder; all others are themselves.
pub(super) fn character_of(c: char) -> char {
    if matches!(c, CLOSING_QUOTE_PLACEHOLDER | APOSTROPHE_PLACEHOLDER) { '\'' } else { c }
}
