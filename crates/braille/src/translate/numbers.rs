//! Fractions and signs of numbers that tables of liblouis 3.24 run together with what is next to them.

use super::{GRADE_1_INDICATOR, NUMBER_SIGN};
use crate::chars::is_fraction;
use crate::codes::{CHICHEWA, EBAE, FRENCH, PORTUGUESE, SPANISH, UEB};

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

/// Returns true for a character between two digits.
pub(super) fn is_between_digits(chars: &[char], at: usize) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    digit(at.checked_sub(1)) && digit(Some(at + 1))
}

/// Returns true for a space between two numbers.
pub(super) fn is_between_numbers(chars: &[char], at: usize) -> bool {
    chars[at] == ' ' && is_between_digits(chars, at)
}

/// Returns true for a space between the groups of one number: `1 234 567`. Without a narrow space, only a
/// group of fewer than three digits with at least two of three after it shows that it is one.
pub(super) fn is_group_space(chars: &[char], at: usize) -> bool {
    let is_part = |at: &usize| chars[*at].is_ascii_digit() || is_between_numbers(chars, *at);
    let before = (at.saturating_sub(MAX_GROUPED_CHARS)..at).rev().take_while(is_part).count();
    let behind = (at..chars.len().min(at + MAX_GROUPED_CHARS)).take_while(is_part).count();
    let (start, end) = (at - before, at + behind);
    let continues = start.checked_sub(1).is_some_and(|at| chars[at].is_alphanumeric());
    if behind == 0 || before + behind > MAX_GROUPED_CHARS || continues {
        return false;
    }
    let mut groups = chars[start..end].split(|c| *c == ' ').map(<[char]>::len);
    groups.next().is_some_and(|first| first < 3)
        && groups.clone().count() > 1
        && groups.all(|length| length == 3)
}

/// Characters of the longest number in groups.
const MAX_GROUPED_CHARS: usize = 24;

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

/// Cells that a letter needs before it, because it would be read as a digit of the number before: a to j. In
/// Unified English Braille the tables leave the grade 1 indicator (6.5.1) out where no sign of capitals is
/// between, in a passage of capitals, in the American edition and in Chichewa before a, and in Spanish and
/// Portuguese always.
/// `before` and `here`: the cells before and of the letter.
pub(super) fn letter_sign(table: &str, chars: &[char], at: usize, before: u8, here: u8) -> Option<u8> {
    let sign = if [UEB, EBAE, CHICHEWA].iter().any(|code| code.has_table(table)) {
        GRADE_1_INDICATOR
    } else if SPANISH.has_table(table) || PORTUGUESE.has_table(table) {
        LETTER_SIGN
    } else {
        return None;
    };
    let digit =
        |back: usize| at.checked_sub(back).and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let behind_point = UEB.has_table(table) && digit(2) && matches!(chars.get(at - 1), Some('.' | ','));
    let letter = matches!(chars.get(at), Some('A'..='J' | 'a'..='j' | '\u{aa}'));
    // Dot 6 is the capital indicator. The digits of addresses in the computer code are not letters.
    let is_apart = matches!(before, 0b10_0000 | GRADE_1_INDICATOR);
    let is_number = behind_point || digit(1) && (is_digit_cell(before) || UEB.has_table(table));
    (letter && is_number && is_digit_cell(here) && !is_apart).then_some(sign)
}

/// Dot 5, which tells letters from digits in Spanish and Portuguese.
const LETTER_SIGN: u8 = 0b01_0000;

/// Returns true if a cell is one of the letters a to j, which are the digits.
fn is_digit_cell(cell: u8) -> bool {
    crate::from_ascii("ABCDEFGHIJ").contains(&cell)
}

/// Moves signs of numbers behind points that end something: `no.5`, `wait...5`, `%.1`. The tables take a
/// point before a digit for the beginning of a decimal number. `place` returns the first cell of a character.
pub(super) fn separate_points(table: &str, chars: &[char], place: &dyn Fn(usize) -> usize, cells: &mut [u8]) {
    let sign = if FRENCH.has_table(table) { FRENCH_NUMBER_SIGN } else { NUMBER_SIGN };
    let mut from = 0;
    while let Some(found) = chars[from..].iter().position(|c| *c == '.') {
        let first = from + found;
        let digit = first + chars[first..].iter().take_while(|c| **c == '.').count();
        from = digit;
        let before = first.checked_sub(1).and_then(|at| chars.get(at));
        let ends_word = digit > first + 1 || before.is_some_and(|c| is_before_full_stop(*c));
        if !ends_word || !chars.get(digit).is_some_and(char::is_ascii_digit) {
            continue;
        }
        if let Some(span) = cells.get_mut(place(first)..place(digit))
            && span.len() > 1
            && span[0] == sign
        {
            span.rotate_left(1);
            // The American edition has another cell for a decimal point.
            if EBAE.has_table(table) && span[0] == DECIMAL_POINT {
                span[0] = FULL_STOP;
            }
        }
    }
}

/// Returns true for characters with which something ends, so that a point behind them is a full stop.
fn is_before_full_stop(c: char) -> bool {
    c.is_alphabetic()
        || matches!(
            c,
            '%' | '\u{2030}' | ')' | ']' | '}' | '\u{201d}' | '\u{bb}' | '\u{b0}' | '!' | '?' | '_'
        )
}

/// Dot 6.
const FRENCH_NUMBER_SIGN: u8 = 0b10_0000;
/// Dots 4, 6.
const DECIMAL_POINT: u8 = 0b10_1000;
/// Dots 2, 5, 6.
const FULL_STOP: u8 = 0b11_0010;
