//! Punctuation behind cells that were not translated here: formulas, signs of notes.

use vocabulary::characters::is_quotation_mark;

/// A letter that is in no contraction with punctuation after it.
pub(super) const LETTER_BEFORE: char = 'x';
/// Dots 4, 5, 6: in the Nemeth code, the next cell is punctuation and not a digit.
pub(super) const PUNCTUATION_INDICATOR: u8 = 0b11_1000;

/// Returns true for punctuation that belongs to what is directly before it.
pub(super) fn is_closing(c: char) -> bool {
    let opens = matches!(c, '\u{2018}' | '\u{201a}' | '\u{201c}' | '\u{201e}' | '\u{ab}' | '\u{2039}');
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}') || is_quotation_mark(c) && !opens
}

/// Dot 6: the comma behind a formula in the Nemeth code, where dot 2 is a digit.
pub(super) const MATHEMATICAL_COMMA: u8 = 0b10_0000;

/// Returns true for punctuation that would be digits behind a formula in the Nemeth code (section 38).
pub(super) fn needs_indicator(c: char) -> bool {
    matches!(c, '.' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '"' | '\u{201d}')
}
