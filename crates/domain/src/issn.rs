//! International standard serial numbers: of newspapers, magazines and journals.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Issn([u8; 8]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidIssn {
    /// Not eight digits (apart from spaces and dashes), or another character.
    #[error("an ISSN has 8 digits, of which the last may be X")]
    Shape,
    /// A digit is wrong: the last one does not fit the others.
    #[error("the check digit does not fit")]
    CheckDigit,
}

/// Reads an ISSN with any spaces and dashes, and proves its check digit.
pub fn parse(text: &str) -> Result<Issn, InvalidIssn> {
    let issn = parse_unchecked(text)?;
    let sum: u32 = issn.0.iter().zip((1..=8).rev()).map(|(digit, weight)| u32::from(*digit) * weight).sum();
    if sum.is_multiple_of(11) { Ok(issn) } else { Err(InvalidIssn::CheckDigit) }
}

/// Reads an ISSN as it is stated: with any spaces and dashes, and with any check digit, because some
/// are printed wrong.
pub fn parse_unchecked(text: &str) -> Result<Issn, InvalidIssn> {
    let mut digits = [0_u8; 8];
    let mut count = 0;
    for c in text.chars().filter(|c| !crate::isbn::is_separator(*c)) {
        let place = digits.get_mut(count).ok_or(InvalidIssn::Shape)?;
        *place = match c {
            '0'..='9' => c as u8 - b'0',
            // The check digit ten.
            'x' | 'X' if count == 7 => 10,
            _ => return Err(InvalidIssn::Shape),
        };
        count += 1;
    }
    if count == digits.len() { Ok(Issn(digits)) } else { Err(InvalidIssn::Shape) }
}

impl fmt::Display for Issn {
    /// As it is printed: two groups of four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, digit) in self.0.iter().enumerate() {
            if place == 4 {
                f.write_str("-")?;
            }
            if *digit == 10 { f.write_str("X")? } else { write!(f, "{digit}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn digits_of(text: &str) -> Result<String, InvalidIssn> {
        parse(text).map(|issn| issn.to_string())
    }

    #[test]
    fn a_number_is_read_with_spaces_and_dashes_and_written_as_it_is_printed() {
        assert_eq!(digits_of("0378-5955").unwrap(), "0378-5955");
        assert_eq!(digits_of(" 0317 8471 ").unwrap(), "0317-8471");
        assert_eq!(digits_of("2434561x").unwrap(), "2434-561X");
        assert_eq!(digits_of("1050–124X").unwrap(), "1050-124X");
    }

    #[test]
    fn faults_are_reported() {
        for text in ["", "0378", "0378-59555", "X378-5955", "0378-595A", "ISSN 0378-5955", "９378-5955"] {
            assert_eq!(digits_of(text), Err(InvalidIssn::Shape), "{text}");
        }
        assert_eq!(digits_of("0378-5954"), Err(InvalidIssn::CheckDigit));
        assert_eq!(parse_unchecked("0378 5954").unwrap().to_string(), "0378-5954");
        assert_eq!(parse_unchecked("0378-595"), Err(InvalidIssn::Shape));
        assert_eq!(digits_of("0378-595X"), Err(InvalidIssn::CheckDigit));
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_always_seen(body in proptest::collection::vec(0_u8..10, 7), at in 0_usize..7, by in 1_u8..10) {
            let written = |digits: &[u8], check: u32| {
                let mut text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
                text.push(char::from_digit(check, 10).unwrap_or('X'));
                text
            };
            let sum: u32 = body.iter().zip((2..=8).rev()).map(|(digit, weight)| u32::from(*digit) * weight).sum();
            let check = (11 - sum % 11) % 11;
            let issn = parse(&written(&body, check)).unwrap();
            prop_assert_eq!(parse(&issn.to_string()), Ok(issn));
            let mut wrong = body.clone();
            wrong[at] = (wrong[at] + by) % 10;
            prop_assert_eq!(parse(&written(&wrong, check)), Err(InvalidIssn::CheckDigit));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,20}") {
            if let Ok(issn) = parse(&text) {
                prop_assert_eq!(parse(&issn.to_string()), Ok(issn));
            }
        }
    }
}
