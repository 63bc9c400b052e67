//! Numbers in series, which records have as texts.

/// The largest number of a title in a series.
const MAX_SERIES_POSITION: f64 = 1e9;

/// The number of a text: `2`, `2.5`, `v. 2`, `Band 3`, `2nd`, `1-3`. `None` if it has no number, or several
/// after other words, because those may be of parts or of an older series (`ser. 2, v. 3`).
pub(super) fn parse_position(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.parse::<f64>().ok();
    plain.or_else(|| parse_labeled_number(text)).filter(|number| number.abs() <= MAX_SERIES_POSITION)
}

/// The number that a text begins with, or its only number.
fn parse_labeled_number(text: &str) -> Option<f64> {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = text.find(is_digit)?;
    let digits = &text[start..];
    let end = digits.find(|c: char| !is_digit(c) && c != '.' && c != ',').unwrap_or(digits.len());
    let (number, rest) = digits.split_at(end);
    if start > 0 && rest.contains(is_digit) && !rest.starts_with(['-', '\u{2013}']) {
        return None;
    }
    number.trim_end_matches(['.', ',']).replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::parse_position;

    #[test]
    fn numbers_are_found_behind_words_and_before_them() {
        for (text, number) in [
            ("2", 2.0),
            (" 2.5 ", 2.5),
            ("-1", -1.0),
            ("v. 2", 2.0),
            ("[v. 10]", 10.0),
            ("Book 3.", 3.0),
            ("Band 1,5", 1.5),
            ("#4", 4.0),
            ("2nd", 2.0),
            ("1-3", 1.0),
            ("bks. 1\u{2013}3", 1.0),
            ("2 of 7", 2.0),
            ("第5巻", 5.0),
        ] {
            assert_eq!(parse_position(text), Some(number), "{text}");
        }
        for text in ["", "the last", "ser. 2, v. 3", "inf", "NaN", "99999999999", "v."] {
            assert_eq!(parse_position(text), None, "{text}");
        }
    }
}
