//! Several values in one cell.

pub(super) const VALUE_SEPARATOR: char = ';';
/// Separates the display name of a person from the sort name.
pub(super) const FORM_SEPARATOR: char = '|';
/// Makes the following separator or escape a literal character.
const ESCAPE_CHAR: char = '\\';

fn is_special_char(sign: char) -> bool {
    matches!(sign, VALUE_SEPARATOR | FORM_SEPARATOR | ESCAPE_CHAR)
}

/// The parts of a text between separators, trimmed; escapes stay.
pub(super) fn split_unescaped(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut signs = text.char_indices().peekable();
        while let Some((at, found)) = signs.next() {
            if found == ESCAPE_CHAR && signs.peek().is_some_and(|(_, next)| is_special_char(*next)) {
                signs.next();
            } else if found == sign {
                rest = text.get(at + sign.len_utf8()..);
                return text.get(..at).map(str::trim);
            }
        }
        rest = None;
        Some(text.trim())
    })
}

/// Removes the escapes of a part.
pub(super) fn unescape(part: &str) -> String {
    let (mut text, mut signs) = (String::with_capacity(part.len()), part.chars().peekable());
    while let Some(sign) = signs.next() {
        let escaped = signs.next_if(|next| sign == ESCAPE_CHAR && is_special_char(*next));
        text.push(escaped.unwrap_or(sign));
    }
    text
}

pub(super) fn escape(value: &str, separators: &[char]) -> String {
    let mut text = String::with_capacity(value.len());
    for sign in value.trim().chars() {
        if sign == ESCAPE_CHAR || separators.contains(&sign) {
            text.push(ESCAPE_CHAR);
        }
        text.push(sign);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escaped_separators_do_not_separate() {
        let read =
            |text: &str| -> Vec<String> { split_unescaped(text, VALUE_SEPARATOR).map(unescape).collect() };
        assert_eq!(read("a; b ;c"), ["a", "b", "c"]);
        assert_eq!(read(r"a\; b; c\\; d\e\"), ["a; b", r"c\", r"d\e\"]);
        assert_eq!(read(""), [""]);
        assert_eq!(read(";"), ["", ""]);
    }

    proptest! {
        #[test]
        fn escaping_round_trips(values in proptest::collection::vec(r"[a;|\\ é]{0,6}", 1..5)) {
            let cell: Vec<String> = values.iter().map(|value| escape(value, &[VALUE_SEPARATOR, FORM_SEPARATOR])).collect();
            let back: Vec<String> = split_unescaped(&cell.join("; "), VALUE_SEPARATOR).map(unescape).collect();
            let whole: Vec<&str> = values.iter().map(|value| value.trim()).collect();
            prop_assert_eq!(back, whole);
        }
    }
}
