//! International Standard Book Numbers.

/// The ISBN-13 in a text: an ISBN-10 or ISBN-13 with a right check digit, with or without hyphens
/// and `urn:isbn:`. `None` for anything else.
pub fn isbn13(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let text = text.strip_prefix("urn:").unwrap_or(&text);
    let text = text.strip_prefix("isbn").unwrap_or(text).trim_start_matches([':', ' ']);
    let compact: String = text.chars().filter(|c| !matches!(c, '-' | ' ' | '‐')).collect();
    let digits: Option<Vec<u32>> =
        compact.chars().map(|c| if c == 'x' { Some(10) } else { c.to_digit(10) }).collect();
    let digits = digits?;
    match digits.as_slice() {
        [body @ .., check] if digits.len() == 13 => {
            (body.iter().all(|d| *d < 10) && matches!(body, [9, 7, 8 | 9, ..]) && *check == check_digit(body))
                .then_some(compact)
        }
        [body @ .., check] if digits.len() == 10 && body.iter().all(|d| *d < 10) => {
            let sum: u32 = body.iter().zip((2..=10).rev()).map(|(digit, weight)| digit * weight).sum();
            if !(sum + check).is_multiple_of(11) {
                return None;
            }
            let mut long = vec![9, 7, 8];
            long.extend(body);
            long.push(check_digit(&long));
            long.into_iter().map(|digit| char::from_digit(digit, 10)).collect()
        }
        _ => None,
    }
}

fn check_digit(twelve: &[u32]) -> u32 {
    let sum: u32 = twelve.iter().enumerate().map(|(n, digit)| digit * if n % 2 == 0 { 1 } else { 3 }).sum();
    (10 - sum % 10) % 10
}

#[cfg(test)]
mod tests {
    use super::isbn13;

    #[test]
    fn both_lengths_and_all_spellings_are_read() {
        for text in ["0-306-40615-2", "urn:isbn:9780306406157", "ISBN 978-0-306-40615-7", "0306406152"] {
            assert_eq!(isbn13(text).as_deref(), Some("9780306406157"), "{text}");
        }
        assert_eq!(isbn13("0-8044-2957-X").as_deref(), Some("9780804429573"));
    }

    #[test]
    fn wrong_check_digits_and_other_numbers_are_not() {
        for text in
            ["9780306406158", "0306406153", "1234567890123", "X306406152", "https://example.org/42", ""]
        {
            assert_eq!(isbn13(text), None, "{text}");
        }
    }
}
