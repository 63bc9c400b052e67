//! Characters between two words: they may tie the words, or be read as words.

use super::characters::{ZERO_WIDTH_NON_JOINER, is_apostrophe, is_hyphen};

/// Tie of a word to the next one. Tied words are also compared as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    None,
    /// An apostrophe or a zero-width non-joiner: sort keys write both as one word.
    Apostrophe,
    /// A hyphen, or another sign without spaces.
    Hyphen,
    /// The point or comma of a number.
    Digits,
    /// The space between initials, or between the thousands of a number.
    Space,
    /// The next word is a sign of this one, as the plus of `C++`, or this one is a sign of the next.
    Sign,
}

/// The signs of a gap, and how it ties the words around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// Words for the signs that belong to the word before.
    pub(super) suffixes: Vec<&'static str>,
    /// True if it holds an `&`, tied to both words if `tie` is not [`Tie::None`].
    pub(super) is_and: bool,
    /// The word for a point before the next word, as in `.NET`.
    pub(super) prefix: Option<&'static str>,
    /// Tie of the word before to the next one.
    pub(super) tie: Tie,
}

/// Longest run of points, spaces and hyphens between two initials, in characters.
const MAX_INITIALS_GAP_CHARS: usize = 3;
pub(super) const THOUSANDS_GROUP_DIGITS: usize = 3;

/// Reads the characters between two words; a word is absent at the beginning and at the end of a text, or if
/// it is a character of a script without spaces.
pub(super) fn read_gap(before: Option<&[char]>, gap: &[char], after: Option<&[char]>) -> Gap {
    let (suffixes, rest) = before.map_or((Vec::new(), gap), |_| split_suffixes(gap, after.is_some()));
    let is_and = rest.iter().any(|c| matches!(c, '&' | '\u{204a}')) || is_plus_for_and(before, rest, after);
    let prefix = after.filter(|after| is_prefix_point(before, rest, after)).map(|_| "dot");
    let tie = match (before, after) {
        (Some(before), Some(after)) if suffixes.is_empty() && prefix.is_none() => {
            find_tie(before, rest, after)
        }
        _ => Tie::None,
    };
    Gap { suffixes, is_and, prefix, tie }
}

/// The words for the signs right after a word (`C++`, `C#`, `C♯`, `A+`), and what follows them.
fn split_suffixes(gap: &[char], has_next: bool) -> (Vec<&'static str>, &[char]) {
    let mut suffixes = Vec::new();
    let mut rest = gap;
    while let Some((&c, after)) = rest.split_first() {
        let joins_words = suffixes.is_empty() && after.is_empty() && has_next;
        let word = match c {
            '+' if !joins_words => "plus",
            '#' if !joins_words => "sharp",
            '\u{266f}' => "sharp",
            '\u{266d}' => "flat",
            '\u{266e}' => "natural",
            _ => break,
        };
        suffixes.push(word);
        rest = after;
    }
    (suffixes, rest)
}

/// `Romeo + Juliet`, and `1+1`.
fn is_plus_for_and(before: Option<&[char]>, gap: &[char], after: Option<&[char]>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    match gap {
        ['+'] => ends_with_digit(before) && starts_with_digit(after),
        [first, inner @ .., last] => first.is_whitespace() && last.is_whitespace() && inner == ['+'],
        _ => false,
    }
}

/// `.NET`, at the beginning of a text, after a space or an opening quotation mark or bracket.
fn is_prefix_point(before: Option<&[char]>, gap: &[char], after: &[char]) -> bool {
    let [start @ .., '.'] = gap else { return false };
    let opens = match start.last() {
        None => before.is_none(),
        Some(c) => {
            c.is_whitespace()
                || matches!(c, '(' | '[' | '"' | '\u{201c}' | '\u{ab}' | '/')
                || is_apostrophe(*c)
        }
    };
    opens && after.first().is_some_and(|c| c.is_alphabetic())
}

fn find_tie(before: &[char], gap: &[char], after: &[char]) -> Tie {
    let (Some(&left), Some(&right)) = (before.last(), after.first()) else { return Tie::None };
    let digits = ends_with_digit(before) && starts_with_digit(after);
    match gap {
        [ZERO_WIDTH_NON_JOINER] => Tie::Apostrophe,
        [c] if digits
            && (matches!(c, '.' | ',' | ':' | '_' | '\u{66b}' | '\u{66c}') || is_apostrophe(*c)) =>
        {
            Tie::Digits
        }
        [c] if digits && c.is_whitespace() && is_thousands(before, after) => Tie::Space,
        [c] if is_apostrophe(*c) => Tie::Apostrophe,
        // The sign of Hebrew acronyms, and the quotation mark that is typed for it.
        ['"' | '\u{5f4}'] if is_hebrew(left) && is_hebrew(right) => Tie::Apostrophe,
        [c] if is_hyphen(*c) => Tie::Hyphen,
        _ if is_initial(before) && is_initial(after) && joins_initials(gap) => Tie::Space,
        [c] if !c.is_whitespace() && is_letter(left) && is_letter(right) => Tie::Hyphen,
        _ => Tie::None,
    }
}

/// Returns true if a word ends as a number begins whose next three digits are the other word.
fn is_thousands(before: &[char], after: &[char]) -> bool {
    let is_number = |word: &[char]| word.iter().all(|c| c.is_numeric());
    before.len() <= THOUSANDS_GROUP_DIGITS
        && after.len() == THOUSANDS_GROUP_DIGITS
        && is_number(before)
        && is_number(after)
}

/// Returns true if a word is a single letter.
pub(super) fn is_initial(word: &[char]) -> bool {
    let is_mark = |c: &char| unicode_normalization::char::is_combining_mark(*c);
    matches!(word, [letter, marks @ ..] if letter.is_alphabetic() && marks.iter().all(is_mark))
}

fn joins_initials(gap: &[char]) -> bool {
    let joins = |c: &char| *c == '.' || c.is_whitespace() || is_hyphen(*c);
    gap.len() <= MAX_INITIALS_GAP_CHARS && gap.iter().all(joins)
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || unicode_normalization::char::is_combining_mark(c)
}

fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5f2}')
}

fn ends_with_digit(word: &[char]) -> bool {
    word.last().is_some_and(|c| c.is_numeric())
}

fn starts_with_digit(word: &[char]) -> bool {
    word.first().is_some_and(|c| c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::{Gap, Tie, read_gap};

    fn gap_between(before: &str, gap: &str, after: &str) -> Gap {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        let (before, gap, after) = (chars(before), chars(gap), chars(after));
        let word = |word: &[char]| (!word.is_empty()).then(|| word.to_vec());
        read_gap(word(&before).as_deref(), &gap, word(&after).as_deref())
    }

    #[test]
    fn ties_are_told_apart() {
        for (before, gap, after, tie) in [
            ("don", "'", "t", Tie::Apostrophe),
            ("e", "\u{2011}", "mail", Tie::Hyphen),
            ("col", "·", "leccio", Tie::Hyphen),
            ("and", "/", "or", Tie::Hyphen),
            ("J", ". ", "R", Tie::Space),
            ("J", ".-", "P", Tie::Space),
            ("20", ",", "000", Tie::Digits),
            ("20", " ", "000", Tie::Space),
            ("צה", "\"", "ל", Tie::Apostrophe),
            ("spider", " ", "man", Tie::None),
            ("one", ", ", "two", Tie::None),
            ("1984", " ", "2001", Tie::None),
            ("J", ", ", "R", Tie::None),
        ] {
            assert_eq!(gap_between(before, gap, after).tie, tie, "{before}{gap}{after}");
        }
    }

    #[test]
    fn signs_are_read_as_words() {
        assert_eq!(gap_between("C", "++", "").suffixes, ["plus", "plus"]);
        assert_eq!(gap_between("C", "# ", "in").suffixes, ["sharp"]);
        assert_eq!(gap_between("C", "++", "17").suffixes, ["plus", "plus"]);
        assert_eq!(gap_between("B", "♭", "").suffixes, ["flat"]);
        for (before, gap, after) in [("Disney", "+", "Hulu"), ("page", " #", "2"), ("", "#", "metoo")] {
            assert!(gap_between(before, gap, after).suffixes.is_empty(), "{before}{gap}{after}");
        }
        assert!(gap_between("R", "&", "D").is_and);
        assert!(gap_between("Romeo", " + ", "Juliet").is_and);
        assert!(gap_between("1", "+", "1").is_and);
        assert!(!gap_between("A", "+", "").is_and);
    }

    #[test]
    fn a_point_before_a_word_is_read_as_dot() {
        assert_eq!(gap_between("", ".", "NET").prefix, Some("dot"));
        assert_eq!(gap_between("in", " .", "NET").prefix, Some("dot"));
        for (before, gap, after) in
            [("ASP", ".", "NET"), ("and", "...", "justice"), ("", "...", "and"), ("", ".", "45")]
        {
            assert_eq!(gap_between(before, gap, after).prefix, None, "{before}{gap}{after}");
        }
    }
}
