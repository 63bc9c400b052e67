//! The digits of international standard book numbers. How people write and print them is read by the crates
//! that know where the numbers come from.

/// Not an ISBN: `INVALID_ISBN` (docs/rules/errors.md#rule-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidIsbn {
    /// Not ten or thirteen digits (apart from separators), or another character.
    #[error("an ISBN has 10 or 13 digits")]
    Shape,
    /// Thirteen digits that do not begin with 978 or 979.
    #[error("an ISBN-13 begins with 978 or 979")]
    Prefix,
    /// A digit is wrong: the last one does not fit the others.
    #[error("the check digit does not fit")]
    CheckDigit,
}

/// The ISBN-13 of ten or thirteen digits. The last of ten may be 10, which is written X.
///
/// # Errors
/// The first fault, in the order of [`InvalidIsbn`].
pub fn from_digits(digits: &[u8]) -> Result<[u8; 13], InvalidIsbn> {
    if let Ok(ten) = <[u8; 10]>::try_from(digits) {
        return from_ten(ten);
    }
    <[u8; 13]>::try_from(digits).map_err(|_| InvalidIsbn::Shape).and_then(check_isbn13)
}

fn from_ten(digits: [u8; 10]) -> Result<[u8; 13], InvalidIsbn> {
    if digits[..9].iter().any(|digit| *digit > 9) || digits[9] > 10 {
        return Err(InvalidIsbn::Shape);
    }
    let sum: u32 = digits.iter().zip((1..=10).rev()).map(|(digit, weight)| u32::from(*digit) * weight).sum();
    if !sum.is_multiple_of(11) {
        return Err(InvalidIsbn::CheckDigit);
    }
    let mut thirteen = [9, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    thirteen[3..12].copy_from_slice(&digits[..9]);
    thirteen[12] = check_digit(&thirteen[..12]);
    Ok(thirteen)
}

fn check_isbn13(digits: [u8; 13]) -> Result<[u8; 13], InvalidIsbn> {
    if digits.iter().any(|digit| *digit > 9) {
        return Err(InvalidIsbn::Shape);
    }
    if !matches!(digits[..3], [9, 7, 8 | 9]) {
        return Err(InvalidIsbn::Prefix);
    }
    if check_digit(&digits[..12]) != digits[12] {
        return Err(InvalidIsbn::CheckDigit);
    }
    Ok(digits)
}

/// The thirteenth digit for the first twelve.
pub fn check_digit(digits: &[u8]) -> u8 {
    let sum: u32 =
        digits.iter().zip([1, 3].into_iter().cycle()).map(|(d, weight)| u32::from(*d) * weight).sum();
    ((10 - sum % 10) % 10).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{InvalidIsbn, from_digits};

    const ISBN_13: [u8; 13] = [9, 7, 8, 0, 3, 0, 6, 4, 0, 6, 1, 5, 7];

    #[test]
    fn both_lengths_are_one_number() {
        assert_eq!(from_digits(&ISBN_13), Ok(ISBN_13));
        assert_eq!(from_digits(&[0, 3, 0, 6, 4, 0, 6, 1, 5, 2]), Ok(ISBN_13));
        let with_x = from_digits(&[0, 8, 0, 4, 4, 2, 9, 5, 7, 10]);
        assert_eq!(with_x, Ok([9, 7, 8, 0, 8, 0, 4, 4, 2, 9, 5, 7, 3]));
    }

    #[test]
    fn one_wrong_digit_is_always_seen() {
        for at in 3..13 {
            for by in 1..10 {
                let mut wrong = ISBN_13;
                wrong[at] = (wrong[at] + by) % 10;
                assert_eq!(from_digits(&wrong), Err(InvalidIsbn::CheckDigit), "{wrong:?}");
            }
        }
    }

    #[test]
    fn faults_are_told_apart() {
        assert_eq!(from_digits(&[]), Err(InvalidIsbn::Shape));
        assert_eq!(from_digits(&ISBN_13[..12]), Err(InvalidIsbn::Shape));
        assert_eq!(from_digits(&[10, 3, 0, 6, 4, 0, 6, 1, 5, 2]), Err(InvalidIsbn::Shape));
        assert_eq!(from_digits(&[9, 7, 8, 0, 3, 0, 6, 4, 0, 10, 1, 5, 7]), Err(InvalidIsbn::Shape));
        assert_eq!(from_digits(&[0, 3, 0, 6, 4, 0, 6, 1, 5, 3]), Err(InvalidIsbn::CheckDigit));
        assert_eq!(from_digits(&[1, 2, 3, 0, 3, 0, 6, 4, 0, 6, 1, 5, 7]), Err(InvalidIsbn::Prefix));
    }
}
