//! International standard book numbers.

use std::fmt;
use std::ops::Range;

pub use vocabulary::isbn::InvalidIsbn;

use crate::normalization::{decimal_digit, is_hyphen, is_ignorable};

/// A valid ISBN-13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Isbn([u8; 13]);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IsbnInText {
    /// Byte range in the text, with the word ISBN before it.
    pub range: Range<usize>,
    pub isbn: Isbn,
    /// The digits as they are written, without separators.
    pub digits: String,
}

/// The longest run of separators between two digits, in characters.
const MAX_SEPARATORS: usize = 3;
/// Groups of digits of a printed ISBN-10: group, publisher, title, check digit.
const PRINTED_GROUPS: usize = 4;

/// Reads an ISBN-10 or ISBN-13 as people write and print it: with any spaces, dashes and dots, in digits of
/// any script, after `ISBN`, `ISBN-13:` or `urn:isbn:`, in brackets. An ISBN-10 becomes its ISBN-13.
pub fn parse(text: &str) -> Result<Isbn, InvalidIsbn> {
    let text = text.trim_matches(is_margin);
    let labels = label_ends(text);
    // `ISBN 13` may be a label or the beginning of the number.
    let mut result = parse_digits(&text[labels.first().copied().unwrap_or_default()..]);
    for end in labels.into_iter().skip(1) {
        if result.is_err() {
            result = parse_digits(&text[end..]).or(result);
        }
    }
    result
}

/// All ISBNs in a text, in order. Without the word ISBN, ten digits count only if they are written together
/// or in the four groups of a printed number.
pub fn find_all(text: &str) -> Vec<IsbnInText> {
    let mut isbns: Vec<IsbnInText> = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let starts_word = !before.is_some_and(char::is_alphanumeric);
        if starts_word && let Some(found) = isbn_at(text, at) {
            at = found.range.end;
            before = text[..at].chars().next_back();
            isbns.push(found);
            continue;
        }
        at += c.len_utf8();
        before = Some(c);
    }
    isbns
}

/// The text without these ISBNs of it.
pub fn remove_all(text: &str, isbns: &[IsbnInText]) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut start = 0;
    for found in isbns {
        rest.push_str(&text[start..found.range.start]);
        rest.push(' ');
        start = found.range.end;
    }
    rest + &text[start..]
}

/// The ISBN that begins at a place of a text, or its label.
fn isbn_at(text: &str, at: usize) -> Option<IsbnInText> {
    let labels = label_ends(&text[at..]);
    let starts = if labels.is_empty() { vec![at] } else { labels.iter().map(|end| at + end).collect() };
    let number = starts.into_iter().find_map(|start| number_at(text, start, !labels.is_empty()))?;
    Some(IsbnInText { range: at..number.range.end, ..number })
}

/// The ISBN whose digits begin at a place of a text.
fn number_at(text: &str, start: usize, is_labeled: bool) -> Option<IsbnInText> {
    let mut written = String::new();
    let mut groups = 1;
    let mut gap = 0;
    let mut ten = None;
    let mut chars = text[start..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let digit = decimal_digit(c)
            .or_else(|| (written.len() == 9 && matches!(c, 'x' | 'X' | 'Ｘ' | 'ｘ')).then_some('X'));
        let Some(digit) = digit else {
            gap += 1;
            if written.is_empty() || gap > MAX_SEPARATORS || !is_separator(c) {
                break;
            }
            continue;
        };
        groups += usize::from(gap > 0);
        gap = 0;
        written.push(digit);
        let end = start + at + c.len_utf8();
        let ends_here = !chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        let found = || {
            let isbn = parse_digits(&written).ok().filter(|_| ends_here)?;
            Some(IsbnInText { range: start..end, isbn, digits: written.clone() })
        };
        match written.len() {
            10 if is_labeled || groups == 1 || groups == PRINTED_GROUPS => ten = found(),
            13 => return found().or(ten),
            _ => {}
        }
        if digit == 'X' {
            break;
        }
    }
    ten
}

/// Positions at which a number may begin after the label at the beginning of a text: after `ISBN`, and
/// after the length if one follows (`ISBN-13`). Empty if there is no label.
fn label_ends(text: &str) -> Vec<usize> {
    let start = strip_word(text, "urn:").map_or(0, |rest| text.len() - rest.len());
    let Some(rest) = strip_word(&text[start..], "isbn") else { return Vec::new() };
    let rest = rest.strip_prefix(['s', 'S']).unwrap_or(rest);
    let rest = rest.trim_start_matches(is_label_end);
    if rest.starts_with(char::is_alphabetic) {
        return Vec::new();
    }
    let mut ends = vec![text.len() - rest.len()];
    for length in ["10", "13"] {
        if let Some(rest) = rest.strip_prefix(length).filter(|rest| rest.starts_with(is_label_end)) {
            ends.push(text.len() - rest.trim_start_matches(is_label_end).len());
        }
    }
    ends
}

fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}

fn is_label_end(c: char) -> bool {
    is_separator(c) || matches!(c, ':' | '：' | '#' | '=' | '№' | '(' | '[')
}

/// Returns true for characters that surround a number that was copied from a sentence.
fn is_margin(c: char) -> bool {
    is_separator(c) || matches!(c, '(' | ')' | '[' | ']' | '<' | '>' | '"' | '\'' | ',' | ';' | ':')
}

fn parse_digits(text: &str) -> Result<Isbn, InvalidIsbn> {
    let mut values = [0_u8; 13];
    let mut count = 0;
    for c in text.chars().filter(|c| !is_separator(*c)) {
        let place = values.get_mut(count).ok_or(InvalidIsbn::Shape)?;
        *place = match decimal_digit(c) {
            Some(digit) => digit as u8 - b'0',
            // The check digit ten, which only an ISBN-10 can have.
            None if matches!(c, 'x' | 'X' | 'Ｘ' | 'ｘ') && count == 9 => 10,
            None => return Err(InvalidIsbn::Shape),
        };
        count += 1;
    }
    vocabulary::isbn::from_digits(&values[..count]).map(Isbn)
}

/// Spaces, dots, all the dashes that appear in printed numbers, and invisible characters.
pub(crate) fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == '.' || is_hyphen(c) || is_ignorable(c)
}

impl fmt::Display for Isbn {
    /// Thirteen digits, nothing between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vocabulary::isbn::check_digit;

    use super::*;

    fn digits_of(text: &str) -> Result<String, InvalidIsbn> {
        parse(text).map(|isbn| isbn.to_string())
    }

    #[test]
    fn both_lengths_are_read_with_spaces_and_dashes() {
        assert_eq!(digits_of("0-306-40615-2").unwrap(), "9780306406157");
        assert_eq!(digits_of(" 978 0 306 40615 7 ").unwrap(), "9780306406157");
        assert_eq!(digits_of("080442957X").unwrap(), "9780804429573");
        assert_eq!(digits_of("0-8044-2957-x").unwrap(), "9780804429573");
        assert_eq!(digits_of("979–10–90636–07–1").unwrap(), "9791090636071");
    }

    #[test]
    fn a_number_is_read_as_it_is_printed() {
        for text in [
            "ISBN 978-0-306-40615-7",
            "ISBN: 9780306406157",
            "ISBN-13: 978-0306406157",
            "ISBN-10: 0-306-40615-2",
            "ISBN 10 0306406152",
            "ISBN10:0306406152",
            "isbn:9780306406157",
            "urn:isbn:9780306406157",
            "URN:ISBN:0-306-40615-2",
            "978.0.306.40615.7",
            "978\u{2011}0\u{2011}306\u{2011}40615\u{2011}7",
            "978\u{a0}0\u{2009}306 40615 7",
            "978\u{ad}0306\u{200b}406157\u{feff}",
            "(9780306406157)",
            "\u{202a}9780306406157\u{202c},",
            "９７８０３０６４０６１５７",
            "٩٧٨٠٣٠٦٤٠٦١٥٧",
        ] {
            assert_eq!(digits_of(text).as_deref(), Ok("9780306406157"), "{text}");
        }
    }

    #[test]
    fn every_number_of_a_text_is_found() {
        let found = |text: &str| -> Vec<(String, String)> {
            let isbns = find_all(text).into_iter();
            isbns.map(|found| (text[found.range].to_owned(), found.isbn.to_string())).collect()
        };
        let pair = |text: &str, isbn: &str| (text.to_owned(), isbn.to_owned());
        assert_eq!(
            found("Harbor, ISBN 978-0-306-40615-7 (pbk.); 0-8044-2957-X."),
            [pair("ISBN 978-0-306-40615-7", "9780306406157"), pair("0-8044-2957-X", "9780804429573")]
        );
        assert_eq!(
            found("9780306406157 0306406152 harbor"),
            [pair("9780306406157", "9780306406157"), pair("0306406152", "9780306406157")]
        );
        assert_eq!(found("978 0 306 40615 7 0 306 40615 2").len(), 2);
        assert_eq!(found("ISBN-13: 9780306406157"), [pair("ISBN-13: 9780306406157", "9780306406157")]);
        assert_eq!(found("ISBN 03064 06152").len(), 1, "any groups after the word ISBN");
    }

    #[test]
    fn other_numbers_are_not_taken_for_an_isbn() {
        for text in [
            "03064 06152", "9780306406158", "x9780306406157", "97803064061571", "ISBN",
            "isbnumber 0306406152x", "1984, 2001", "tel. +49 30 123456",
        ] {
            assert_eq!(find_all(text), [], "{text}");
        }
        let endless = "978 ".repeat(10_000);
        assert_eq!(find_all(&endless), []);
    }

    #[test]
    fn faults_are_reported() {
        assert_eq!(digits_of(""), Err(InvalidIsbn::Shape));
        assert_eq!(digits_of("123"), Err(InvalidIsbn::Shape));
        assert_eq!(digits_of("9780306406157 1"), Err(InvalidIsbn::Shape));
        assert_eq!(digits_of("X306406152"), Err(InvalidIsbn::Shape));
        assert_eq!(digits_of("978030640X157"), Err(InvalidIsbn::Shape));
        assert_eq!(digits_of("1230306406157"), Err(InvalidIsbn::Prefix));
        assert_eq!(digits_of("0306406153"), Err(InvalidIsbn::CheckDigit));
        assert_eq!(digits_of("9780306406158"), Err(InvalidIsbn::CheckDigit));
    }

    /// The ISBN-10 with these nine digits.
    fn isbn10(digits: &[u8]) -> String {
        let sum: u32 = digits.iter().zip((2..=10).rev()).map(|(d, weight)| u32::from(*d) * weight).sum();
        let check = (11 - sum % 11) % 11;
        let last = char::from_digit(check, 10).unwrap_or('X');
        digits.iter().map(|digit| char::from(b'0' + digit)).chain([last]).collect()
    }

    proptest! {
        #[test]
        fn the_short_form_and_the_long_form_are_one_number(body in proptest::collection::vec(0_u8..10, 9)) {
            let mut digits = vec![9, 7, 8];
            digits.extend(&body);
            digits.push(check_digit(&digits));
            let long: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
            let isbn = parse(&long).unwrap();
            let short = isbn10(&body);
            prop_assert_eq!(parse(&short), Ok(isbn));
            prop_assert_eq!(isbn.to_string(), long);
        }

        #[test]
        fn one_wrong_digit_is_always_seen(body in proptest::collection::vec(0_u8..10, 9), at in 3_usize..13, by in 1_u8..10) {
            let mut digits = vec![9, 7, 8];
            digits.extend(&body);
            digits.push(check_digit(&digits));
            digits[at] = (digits[at] + by) % 10;
            let wrong: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
            prop_assert_eq!(parse(&wrong), Err(InvalidIsbn::CheckDigit));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}") {
            if let Ok(isbn) = parse(&text) {
                prop_assert_eq!(parse(&isbn.to_string()), Ok(isbn));
            }
        }
    }
}
