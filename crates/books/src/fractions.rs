//! Fractions in small digits above and below a line: `<sup>1</sup>⁄<sub>2</sub>`, `¹⁄₂`. Where digits have
//! one size, they would be read with the whole number before them: 3½ as 31/2.

use std::borrow::Cow;

use crate::model::{Inline, Style};

/// Digits of the longest number above or below the line.
const MAX_DIGITS: usize = 4;
pub(crate) const FRACTION_INLINES: usize = 3;

/// A fraction, in digits of the usual size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) numerator: String,
    pub(crate) denominator: String,
}

impl Fraction {
    /// A fraction of these numbers, if the sign between them is a line and nothing else.
    pub(crate) fn from_parts(above: &str, line: &str, below: &str) -> Option<Self> {
        let is_number =
            |text: &str| text.len() <= MAX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        let (above, below) = (above.trim(), below.trim());
        let is_fraction = matches!(line, "/" | "\u{2044}" | "\u{2215}")
            && !above.is_empty()
            && !below.is_empty()
            && is_number(above)
            && is_number(below);
        is_fraction.then(|| Self { numerator: above.to_owned(), denominator: below.to_owned() })
    }

    pub(crate) fn at_start(inlines: &[Inline]) -> Option<Self> {
        let [
            Inline::Styled { style: Style::Superscript, inlines: above, .. },
            Inline::Text(line),
            Inline::Styled { style: Style::Subscript, inlines: below, .. },
            ..,
        ] = inlines
        else {
            return None;
        };
        match (above.as_slice(), below.as_slice()) {
            ([Inline::Text(above)], [Inline::Text(below)]) => Self::from_parts(above, line, below),
            _ => None,
        }
    }
}

/// The text with its fractions of small characters in digits of the usual size, apart from the numbers before
/// them.
pub(crate) fn spell_fractions(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| lowered_digit(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut spelled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((fraction, after)) = split_fraction(rest) {
            if spelled.ends_with(|c: char| c.is_ascii_digit()) {
                spelled.push(' ');
            }
            spelled.extend([fraction.numerator.as_str(), "/", fraction.denominator.as_str()]);
            rest = after;
        } else {
            spelled.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    Cow::Owned(spelled)
}

/// The fraction of small characters that a text begins with, and the rest.
fn split_fraction(text: &str) -> Option<(Fraction, &str)> {
    let (above, rest) = split_digits(text, raised_digit);
    let (line, rest) = rest.split_at(rest.chars().next()?.len_utf8());
    let (below, rest) = split_digits(rest, lowered_digit);
    Some((Fraction::from_parts(&above, line, &below)?, rest))
}

/// The digits that a text begins with, one more than a fraction can have, and the rest.
fn split_digits(text: &str, digit: impl Fn(char) -> Option<char>) -> (String, &str) {
    let digits: String = text.chars().map_while(digit).take(MAX_DIGITS + 1).collect();
    let bytes: usize = text.chars().take(digits.len()).map(char::len_utf8).sum();
    (digits, &text[bytes..])
}

fn raised_digit(c: char) -> Option<char> {
    match c {
        '\u{b9}' => Some('1'),
        '\u{b2}' => Some('2'),
        '\u{b3}' => Some('3'),
        '\u{2070}' | '\u{2074}'..='\u{2079}' => char::from_digit(u32::from(c) - 0x2070, 10),
        _ => None,
    }
}

fn lowered_digit(c: char) -> Option<char> {
    u32::from(c).checked_sub(0x2080).and_then(|digit| char::from_digit(digit, 10))
}

#[cfg(test)]
mod tests {
    use super::{Fraction, spell_fractions};

    #[test]
    fn fractions_of_small_characters_are_spelled() {
        for (text, spelled) in [
            ("3\u{b9}\u{2044}\u{2082} cups", "3 1/2 cups"),
            ("\u{b9}\u{2070}/\u{2081}\u{2081}", "10/11"),
            ("CO\u{2082}, 10\u{b2}, a/b", "CO\u{2082}, 10\u{b2}, a/b"),
            ("x\u{b2}/y\u{2082}", "x\u{b2}/y\u{2082}"),
        ] {
            assert_eq!(spell_fractions(text), spelled, "{text}");
        }
    }

    #[test]
    fn numbers_above_and_below_a_line_are_a_fraction() {
        let fraction = Fraction::from_parts("1", "\u{2044}", " 16 ").unwrap();
        assert_eq!((fraction.numerator.as_str(), fraction.denominator.as_str()), ("1", "16"));
        for (above, line, below) in
            [("a", "/", "2"), ("1", " / ", "2"), ("1", "/", ""), ("1", "-", "2"), ("12345", "/", "2")]
        {
            assert_eq!(Fraction::from_parts(above, line, below), None, "{above}{line}{below}");
        }
    }
}
