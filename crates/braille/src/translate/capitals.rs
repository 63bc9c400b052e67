//! Rules of capital letters that the tables of liblouis 3.24 lack.

use crate::codes::{EBAE, UEB};

/// Letters for which a groupsign may only stand after another letter: with a sign of capitals between them it
/// would be read as something else (Rules of Unified English Braille, 10.6.5 and 10.8.2).
const AFTER_LETTERS: [&str; 18] = [
    "ance", "ence", "sion", "tion", "less", "ness", "ound", "ount", "ment", "ful", "ity", "ong", "bb", "cc",
    "ea", "ff", "gg", "dd",
];
/// Groupsigns that may only follow another letter in the American edition alone.
const AMERICAN_AFTER_LETTERS: [&str; 4] = ["ation", "ally", "ble", "ing"];
/// Letters whose groupsign needs a letter on both sides.
const BETWEEN_LETTERS: [&str; 6] = ["bb", "cc", "dd", "ea", "ff", "gg"];

/// Finds the positions of letters that are not contracted, because a capital indicator begins or ends
/// there.
pub(super) fn find_uncontracted_positions(table: &str, chars: &[char]) -> Vec<usize> {
    let american = table == EBAE.contracted;
    if !american && table != UEB.contracted {
        return Vec::new();
    }
    let mut places = Vec::new();
    for at in 1..chars.len() {
        let (before, here) = (chars[at - 1], chars[at]);
        if !before.is_alphabetic() || !here.is_alphabetic() || before.is_uppercase() == here.is_uppercase() {
            continue;
        }
        // A small letter after a single capital follows no sign.
        let after_sign = here.is_uppercase()
            || at.checked_sub(2).and_then(|at| chars.get(at)).is_some_and(|c| c.is_uppercase());
        let more: &[&str] = if american { &AMERICAN_AFTER_LETTERS } else { &[] };
        let begins = AFTER_LETTERS.iter().chain(more).find(|letters| begins_with(&chars[at..], letters));
        if let Some(letters) = begins.filter(|_| after_sign) {
            places.extend(at..at + letters.len());
        }
        if here.is_uppercase()
            && let Some(from) = at.checked_sub(2)
            && BETWEEN_LETTERS.iter().any(|letters| begins_with(&chars[from..at], letters))
        {
            places.extend(from..at);
        }
    }
    places
}

fn begins_with(chars: &[char], letters: &str) -> bool {
    chars.len() >= letters.len()
        && letters.chars().zip(chars).all(|(letter, c)| c.to_lowercase().eq(std::iter::once(letter)))
}

/// Returns true if a letter would be read as a digit of the number before it: in Unified English Braille
/// a to j need a grade 1 indicator there (6.5.1), which the tables leave out where no sign of capitals is
/// between, in a passage of capitals. `before` and `here`: the cells before and of the letter.
pub(super) fn continues_number(table: &str, chars: &[char], at: usize, before: u8, here: u8) -> bool {
    if table != UEB.contracted && table != UEB.uncontracted {
        return false;
    }
    let digit =
        |back: usize| at.checked_sub(back).and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let number = digit(1) || digit(2) && matches!(chars.get(at - 1), Some('.' | ','));
    let letter = matches!(chars.get(at), Some('A'..='J' | 'a'..='j'));
    // Dots 6 and 5-6 are the capital and the grade 1 indicator.
    number && letter && is_digit_cell(here) && !matches!(before, 0b10_0000 | 0b11_0000)
}

/// Returns true if a cell is one of the letters a to j, which are the digits.
fn is_digit_cell(cell: u8) -> bool {
    crate::from_ascii("ABCDEFGHIJ").contains(&cell)
}

/// Dot 6 three times: all words that follow are in capitals.
const PASSAGE_INDICATOR: [u8; 3] = [0b10_0000; 3];
/// Dots 6, 3: they end.
const PASSAGE_TERMINATOR: [u8; 2] = [0b10_0000, 0b00_0100];

/// Moves the end of a passage in capitals into the brackets and quotation marks around it, because its
/// beginning is in them: indicators of Unified English Braille are nested, which liblouis 3.24 does not know.
/// `place` returns the first cell of a character.
pub(super) fn nest_passages(table: &str, chars: &[char], place: &dyn Fn(usize) -> usize, cells: &mut [u8]) {
    if table != UEB.contracted && table != UEB.uncontracted {
        return;
    }
    for (end, _) in chars.iter().enumerate().filter(|(_, c)| is_closing_mark(**c)) {
        let (at, next) = (place(end), place(end + 1));
        if !cells[..next].ends_with(&PASSAGE_TERMINATOR) {
            continue;
        }
        let starts = cells[..at].windows(3).rposition(|cells| cells == PASSAGE_INDICATOR);
        let Some(before) = starts.and_then(|start| (0..end).rev().find(|n| place(*n) < start)) else {
            continue;
        };
        let closed = chars[..=end].iter().rev().take_while(|c| is_closing_mark(**c)).count();
        let is_around = |count: &usize| {
            let first = end + 1 - count;
            (0..*count).all(|n| before >= n && closing_mark(chars[before - n]) == Some(chars[first + n]))
        };
        if let Some(count) = (1..=closed.min(MAX_NESTED_MARKS)).rev().find(is_around)
            && let Some(marks) = cells.get_mut(place(end + 1 - count)..next)
            && marks.len() > PASSAGE_TERMINATOR.len()
        {
            marks.rotate_right(PASSAGE_TERMINATOR.len());
        }
    }
}

/// Maximum number of marks around a passage.
const MAX_NESTED_MARKS: usize = 4;

fn is_closing_mark(c: char) -> bool {
    matches!(c, '\u{201d}' | '\u{2019}' | '\u{bb}' | '"' | ')' | ']' | '}')
}

fn closing_mark(opening: char) -> Option<char> {
    Some(match opening {
        '\u{201c}' => '\u{201d}',
        '\u{2018}' => '\u{2019}',
        '\u{ab}' => '\u{bb}',
        '"' => '"',
        '(' => ')',
        '[' => ']',
        '{' => '}',
        _ => return None,
    })
}
