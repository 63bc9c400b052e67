//! Punctuation behind cells that were not translated here: formulas, signs of notes.

use vocabulary::characters::is_quotation_mark;

/// A letter that is in no contraction with punctuation after it.
pub(super) const LETTER_BEFORE: char = 'x';

/// Words that are contractions at the beginning of longer words.
const PREFIXES: [&str; 3] = ["be", "con", "dis"];

/// The character to translate behind a word so that it does not stand alone: a letter in the capitals of the
/// word's end, or an apostrophe behind the prefixes. `None` for words that end with letters which are
/// contracted before another letter only, and behind other characters.
pub(super) fn character_behind(chars: &[char]) -> Option<char> {
    let (last, before) = (chars.last()?, chars.len().checked_sub(2).map(|at| chars[at]));
    let is_double = |before: char| {
        matches!(
            (before.to_ascii_lowercase(), last.to_ascii_lowercase()),
            ('e', 'a') | ('b', 'b') | ('c', 'c') | ('f', 'f') | ('g', 'g')
        )
    };
    if !last.is_alphabetic() || before.is_some_and(is_double) {
        return None;
    }
    let start = chars.iter().rposition(|c| !c.is_alphabetic()).map_or(0, |at| at + 1);
    let is_word = |prefix: &&str| chars[start..].iter().map(char::to_ascii_lowercase).eq(prefix.chars());
    let in_capitals = last.is_uppercase() && before.is_some_and(char::is_uppercase);
    Some(if PREFIXES.iter().any(is_word) {
        '\''
    } else if in_capitals {
        'X'
    } else {
        LETTER_BEFORE
    })
}

/// Points of the longest ellipsis; more are a leader.
pub(super) const MAX_ELLIPSIS_POINTS: usize = 6;

/// The starts of ellipses that come directly behind other points: tables such as those of the American
/// edition leave out rows of more than three. Longer rows are leaders, which say nothing.
pub(super) fn find_long_ellipses(chars: impl Iterator<Item = char>) -> Vec<usize> {
    const ELLIPSIS_POINTS: usize = 3;
    let mut starts = Vec::new();
    let mut row = 0;
    // The end of the text ends a row.
    for (at, c) in chars.map(Some).chain([None]).enumerate() {
        if c == Some('.') {
            row += 1;
            continue;
        }
        if (ELLIPSIS_POINTS + 1..=MAX_ELLIPSIS_POINTS).contains(&row) {
            starts.push(at - ELLIPSIS_POINTS);
        }
        row = 0;
    }
    starts
}

/// Dots 4, 5, 6: in the Nemeth code, the next cell is punctuation and not a digit.
pub(super) const PUNCTUATION_INDICATOR: u8 = 0b11_1000;

/// Returns true for punctuation that belongs to what is directly before it.
pub fn is_closing_punctuation(c: char) -> bool {
    let opens = matches!(c, '\u{2018}' | '\u{201a}' | '\u{201c}' | '\u{201e}' | '\u{ab}' | '\u{2039}');
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}') || is_quotation_mark(c) && !opens
}

/// Dot 6: the comma behind a formula in the Nemeth code, where dot 2 is a digit.
pub(super) const MATHEMATICAL_COMMA: u8 = 0b10_0000;

/// Returns true for punctuation that would be digits behind a formula in the Nemeth code (section 38).
pub(super) fn needs_indicator(c: char) -> bool {
    matches!(c, '.' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '"' | '\u{201d}')
}
