//! Fractions and signs of numbers that tables of liblouis 3.24 run together with what is next to them.

use crate::chars::is_fraction;
use crate::codes::EBAE;

/// Characters of a word before and after a sharp sign that may show that it is an address.
const MAX_ADDRESS_CHARS: usize = 256;

/// Returns true for a fraction that is one character, behind a whole number: `3½`.
pub(super) fn is_mixed_number(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| chars.get(at));
    is_fraction(chars[at]) && before.is_some_and(char::is_ascii_digit)
}

/// Returns true for a space before a fraction: `2 1/2`, where print may have a narrow one.
pub(super) fn is_before_fraction(chars: &[char], at: usize) -> bool {
    let rest = &chars[at + 1..];
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    // Three digits are a group of the number.
    (1..=2).contains(&digits)
        && matches!(rest.get(digits), Some('/' | '\u{2044}'))
        && rest.get(digits + 1).is_some_and(char::is_ascii_digit)
}

/// The character between a whole number and a fraction that is written in digits.
pub(super) fn fraction_separator(table: &str) -> char {
    if EBAE.has_table(table) { '-' } else { ' ' }
}

/// Returns true for a sharp sign that the American edition would write as its sign of numbers, so that the
/// letters after it are digits. Addresses are in the computer code, where that is right.
pub(super) fn is_bare_sharp(table: &str, chars: &[char], at: usize) -> bool {
    if chars[at] != '#' || !EBAE.has_table(table) {
        return false;
    }
    let first = at.saturating_sub(MAX_ADDRESS_CHARS);
    let start = chars[first..at].iter().rposition(|c| *c == ' ').map_or(first, |space| first + space + 1);
    let rest = chars[at..].iter().take(MAX_ADDRESS_CHARS);
    let end = at + rest.take_while(|c| **c != ' ').count();
    let word = &chars[start..end];
    let has_point = word.windows(2).any(|two| two[0] == '.' && two[1].is_alphanumeric());
    !has_point && !word.iter().any(|c| matches!(c, '/' | '@' | '\\' | ':'))
}
