//! International standard book numbers.

use std::fmt;

/// A valid ISBN-13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Isbn([u8; 13]);

/// Not an ISBN: `INVALID_ISBN` (docs/rules/errors.md#rule-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidIsbn {
    /// Not ten or thirteen digits (apart from spaces and dashes), or another character.
    #[error("an ISBN has 10 or 13 digits")]
    Shape,
    /// Thirteen digits that do not begin with 978 or 979.
    #[error("an ISBN-13 begins with 978 or 979")]
    Prefix,
    /// A digit is wrong: the last one does not fit the others.
    #[error("the check digit does not fit")]
    CheckDigit,
}

/// Reads an ISBN-10 or ISBN-13 with any spaces and dashes; an ISBN-10 becomes its ISBN-13.
pub fn parse(text: &str) -> Result<Isbn, InvalidIsbn> {
    let mut signs = [0_u8; 13];
    let mut count = 0;
    for sign in text.chars().filter(|sign| !is_separator(*sign)) {
        let place = signs.get_mut(count).ok_or(InvalidIsbn::Shape)?;
        *place = match sign {
            '0'..='9' => sign as u8 - b'0',
            // The check digit ten, which only an ISBN-10 can have.
            'x' | 'X' if count == 9 => 10,
            _ => return Err(InvalidIsbn::Shape),
        };
        count += 1;
    }
    match count {
        10 => from_ten(&signs[..10]),
        13 if signs.contains(&10) => Err(InvalidIsbn::Shape),
        13 => from_thirteen(signs),
        _ => Err(InvalidIsbn::Shape),
    }
}

fn from_ten(digits: &[u8]) -> Result<Isbn, InvalidIsbn> {
    let sum: u32 = digits.iter().zip((1..=10).rev()).map(|(digit, weight)| u32::from(*digit) * weight).sum();
    if !sum.is_multiple_of(11) {
        return Err(InvalidIsbn::CheckDigit);
    }
    let mut thirteen = [9, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    thirteen[3..12].copy_from_slice(&digits[..9]);
    thirteen[12] = check_digit(&thirteen[..12]);
    Ok(Isbn(thirteen))
}

fn from_thirteen(digits: [u8; 13]) -> Result<Isbn, InvalidIsbn> {
    if !matches!(digits[..3], [9, 7, 8 | 9]) {
        return Err(InvalidIsbn::Prefix);
    }
    if check_digit(&digits[..12]) != digits[12] {
        return Err(InvalidIsbn::CheckDigit);
    }
    Ok(Isbn(digits))
}

/// The thirteenth digit for the first twelve.
fn check_digit(digits: &[u8]) -> u8 {
    let sum: u32 =
        digits.iter().zip([1, 3].into_iter().cycle()).map(|(d, weight)| u32::from(*d) * weight).sum();
    ((10 - sum % 10) % 10).try_into().unwrap_or_default()
}

/// Spaces, and all the dashes that appear in printed numbers.
pub(crate) fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
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

    use super::*;

    fn read(text: &str) -> Result<String, InvalidIsbn> {
        parse(text).map(|isbn| isbn.to_string())
    }

    #[test]
    fn both_lengths_are_read_with_spaces_and_dashes() {
        assert_eq!(read("0-306-40615-2").unwrap(), "9780306406157");
        assert_eq!(read(" 978 0 306 40615 7 ").unwrap(), "9780306406157");
        assert_eq!(read("080442957X").unwrap(), "9780804429573");
        assert_eq!(read("0-8044-2957-x").unwrap(), "9780804429573");
        assert_eq!(read("979–10–90636–07–1").unwrap(), "9791090636071");
    }

    #[test]
    fn faults_are_reported() {
        assert_eq!(read(""), Err(InvalidIsbn::Shape));
        assert_eq!(read("123"), Err(InvalidIsbn::Shape));
        assert_eq!(read("9780306406157 1"), Err(InvalidIsbn::Shape));
        assert_eq!(read("X306406152"), Err(InvalidIsbn::Shape));
        assert_eq!(read("978030640X157"), Err(InvalidIsbn::Shape));
        assert_eq!(read("1230306406157"), Err(InvalidIsbn::Prefix));
        assert_eq!(read("0306406153"), Err(InvalidIsbn::CheckDigit));
        assert_eq!(read("9780306406158"), Err(InvalidIsbn::CheckDigit));
    }

    /// The ISBN-10 with these nine digits.
    fn ten(digits: &[u8]) -> String {
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
            let short = ten(&body);
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
