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
    for at in 0..chars.len() {
        if let Some(length) = initialism_length(chars, at) {
            places.extend(at..at + length);
        }
    }
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

/// Abbreviations that are spelled letter by letter, and would otherwise be the contraction of a word or
/// syllable.
const INITIALISMS: [&str; 7] = ["US", "IT", "WHO", "EST", "POW", "OED", "ER"];
/// Characters before and after an abbreviation of which a small letter shows that the text is not in
/// capitals.
const CONTEXT_CHARS: usize = 24;

/// The length of an abbreviation that begins here. `None` in texts in capitals, where it may be a word.
fn initialism_length(chars: &[char], at: usize) -> Option<usize> {
    if !chars[at].is_ascii_uppercase() || at > 0 && chars[at - 1].is_alphanumeric() {
        return None;
    }
    let rest = &chars[at..];
    let is_here = |letters: &str| {
        letters.len() <= rest.len() && letters.chars().zip(rest).all(|(letter, c)| letter == *c)
    };
    let length = INITIALISMS.iter().find(|letters| is_here(letters))?.len();
    let around = &chars[at.saturating_sub(CONTEXT_CHARS)..chars.len().min(at + length + CONTEXT_CHARS)];
    let is_alone = chars.len() == length;
    let ends = chars.get(at + length).is_none_or(|c| !c.is_alphanumeric());
    (ends && (is_alone || around.iter().any(|c| c.is_lowercase()))).then_some(length)
}

fn begins_with(chars: &[char], letters: &str) -> bool {
    chars.len() >= letters.len()
        && letters.chars().zip(chars).all(|(letter, c)| c.to_lowercase().eq(std::iter::once(letter)))
}

/// Dot 6 three times: all words that follow are in capitals.
const PASSAGE_INDICATOR: [u8; 3] = [0b10_0000; 3];
/// Dots 6, 3: they end.
pub(super) const PASSAGE_TERMINATOR: [u8; 2] = [0b10_0000, 0b00_0100];

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
