//! Rules for passwords (docs/rules/requests.md#rule-4).

/// Why a password is refused: `INVALID_PASSWORD` (docs/rules/errors.md#rule-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 8 to 32 characters, with at least one letter and one number")]
pub struct InvalidPassword;

/// Checks a new password: 8 to 32 characters, at least one letter and one number, of any script.
pub fn check(password: &str) -> Result<(), InvalidPassword> {
    let length = password.chars().take(33).count();
    let valid = (8..=32).contains(&length)
        && password.chars().any(char::is_alphabetic)
        && password.chars().any(char::is_numeric)
        && !password.chars().any(char::is_control);
    if valid { Ok(()) } else { Err(InvalidPassword) }
}

#[cfg(test)]
mod tests {
    use super::{InvalidPassword, check};

    #[test]
    fn eight_to_thirty_two_characters_with_a_letter_and_a_number() {
        let longest = format!("{}1", "a".repeat(31));
        for password in ["abcdefg1", "1234567x", "пароль12", "with space 1", longest.as_str()] {
            assert_eq!(check(password), Ok(()), "{password}");
        }
        let too_long = format!("{}1", "a".repeat(32));
        for password in ["", "abcdef1", "abcdefgh", "12345678", "abcdefg1\n", too_long.as_str()] {
            assert_eq!(check(password), Err(InvalidPassword), "{password}");
        }
    }
}
