//! Small characters above and below the line, which Unicode has for some: `CO₂`, `10⁻³`.

use std::borrow::Cow;

use crate::fractions::Fraction;

/// A part of a text that is on the line, or of small characters above or below it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LevelPart<'a> {
    OnLine(&'a str),
    /// The characters in their usual size.
    Raised {
        above: bool,
        text: String,
    },
}

impl LevelPart<'_> {
    /// The fraction that the first parts are: `¹⁄₂`.
    pub(super) fn find_fraction(parts: &[Self]) -> Option<Fraction> {
        match parts {
            [
                Self::Raised { above: true, text: above },
                Self::OnLine(line),
                Self::Raised { above: false, text: below },
                ..,
            ] => Fraction::from_parts(above, line, below),
            _ => None,
        }
    }

    /// Returns true for several small characters above the line.
    pub(super) fn is_long_exponent(&self) -> bool {
        matches!(self, Self::Raised { above: true, text } if text.chars().nth(1).is_some())
    }
}

/// Text above or below the line, as Unified English Braille counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RaisedItem {
    Number,
    Character,
    InBrackets,
    /// Several signs that belong together: `n+1`, `-3`, an index of letters.
    Several {
        /// True if a number sets grade 1 mode, which lasts to the end.
        ends_in_grade_1: bool,
    },
}

/// The kind of a text above or below the line. `None` for words, such as the ending of a number: nothing is
/// lost if they are on the line.
pub(super) fn find_item(above: bool, text: &str) -> Option<RaisedItem> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if chars.next().is_none() {
        return Some(if first.is_ascii_digit() { RaisedItem::Number } else { RaisedItem::Character });
    }
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    if first.is_ascii_digit() && text.chars().all(is_number) {
        return Some(RaisedItem::Number);
    }
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    if inside.is_some_and(|inside| !inside.contains(['(', ')'])) {
        return Some(RaisedItem::InBrackets);
    }
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    let has_letter = text.contains(char::is_alphabetic);
    let has_operator = text.contains(is_operator);
    let letters = text.split(|c: char| !c.is_alphabetic()).map(|run| run.chars().count()).max();
    let is_word = letters.is_some_and(|letters| letters > 2);
    let is_index = !above && !text.contains(char::is_whitespace);
    let is_expression = (has_operator || has_digit && has_letter) && !is_word || is_index;
    let last = text.rsplit(char::is_whitespace).next().unwrap_or(text);
    let ends_in_grade_1 = last.contains(|c: char| c.is_ascii_digit());
    is_expression.then_some(RaisedItem::Several { ends_in_grade_1 })
}

/// Returns true for numbers with signs: `-3`, `2+`, `1,2`.
pub(super) fn is_signed_number(text: &str) -> bool {
    let is_sign = |c: char| matches!(c, '+' | '-' | '\u{2212}' | ',');
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || is_sign(c))
}

fn is_operator(c: char) -> bool {
    matches!(c, '+' | '-' | '\u{2212}' | '\u{2013}' | '=' | '/' | '\u{d7}' | '\u{b7}' | '\u{b1}' | ',')
}

/// The sign of a note without its level, which its place shows.
pub(super) fn to_line(text: &str) -> Cow<'_, str> {
    match split_levels(text).as_mut_slice() {
        [LevelPart::Raised { text, .. }] => Cow::Owned(std::mem::take(text)),
        _ => Cow::Borrowed(text),
    }
}

/// Divides a text into parts by their level.
pub(super) fn split_levels(text: &str) -> Vec<LevelPart<'_>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let Some((above, plain)) = parse_small_character(c) else { continue };
        if start < at {
            parts.push(LevelPart::OnLine(&text[start..at]));
        }
        start = at + c.len_utf8();
        match parts.last_mut() {
            Some(LevelPart::Raised { above: last, text }) if *last == above => text.push(plain),
            _ => parts.push(LevelPart::Raised { above, text: plain.to_string() }),
        }
    }
    if start < text.len() {
        parts.push(LevelPart::OnLine(&text[start..]));
    }
    parts
}

/// Returns true for a small character above the line, and the character in its usual size. `None` for others.
fn parse_small_character(c: char) -> Option<(bool, char)> {
    const SIGNS: [char; 5] = ['+', '\u{2212}', '=', '(', ')'];
    let of_block = |start: u32| {
        let n = u32::from(c) - start;
        char::from_digit(n, 10).or_else(|| SIGNS.get(usize::try_from(n).ok()?.checked_sub(10)?).copied())
    };
    Some(match c {
        '\u{b9}' => (true, '1'),
        '\u{b2}' => (true, '2'),
        '\u{b3}' => (true, '3'),
        '\u{2071}' => (true, 'i'),
        '\u{207f}' => (true, 'n'),
        '\u{2070}' | '\u{2074}'..='\u{207e}' => (true, of_block(0x2070)?),
        '\u{2080}'..='\u{208e}' => (false, of_block(0x2080)?),
        '\u{2093}' => (false, 'x'),
        '\u{2099}' => (false, 'n'),
        '\u{1d62}' => (false, 'i'),
        '\u{2c7c}' => (false, 'j'),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_characters_are_divided_by_their_level() {
        let raised = |above, text: &str| LevelPart::Raised { above, text: text.into() };
        for (text, parts) in [
            ("", vec![]),
            ("plain", vec![LevelPart::OnLine("plain")]),
            ("CO\u{2082}.", vec![LevelPart::OnLine("CO"), raised(false, "2"), LevelPart::OnLine(".")]),
            ("10\u{207b}\u{00b3}\u{2070}", vec![LevelPart::OnLine("10"), raised(true, "\u{2212}30")]),
            ("a\u{2081}\u{00b2}", vec![LevelPart::OnLine("a"), raised(false, "1"), raised(true, "2")]),
            ("\u{207e}\u{208d}\u{207f}", vec![raised(true, ")"), raised(false, "("), raised(true, "n")]),
        ] {
            assert_eq!(split_levels(text), parts, "{text}");
        }
    }

    #[test]
    fn signs_of_notes_are_written_on_the_line() {
        assert_eq!(to_line("\u{b9}\u{2074}"), "14");
        assert_eq!(to_line("3"), "3");
        assert_eq!(to_line(""), "");
    }

    #[test]
    fn several_signs_are_one_item_and_words_are_none() {
        let several = |ends_in_grade_1| Some(RaisedItem::Several { ends_in_grade_1 });
        for (above, text, item) in [
            (true, "10", Some(RaisedItem::Number)),
            (true, "1.5", Some(RaisedItem::Number)),
            (true, "n", Some(RaisedItem::Character)),
            (true, "+", Some(RaisedItem::Character)),
            (true, "(n)", Some(RaisedItem::InBrackets)),
            (true, "n+1", several(true)),
            (true, "1 + n", several(false)),
            (true, "-x", several(false)),
            (true, "2n", several(true)),
            (true, "2+", several(true)),
            (true, "th", None),
            (true, "lle", None),
            (true, "well-off", None),
            (true, "see 3", None),
            (true, "", None),
            (false, "max", several(false)),
            (false, "i,j", several(false)),
            (false, "in vitro", None),
        ] {
            assert_eq!(find_item(above, text), item, "{text}");
        }
    }
}
