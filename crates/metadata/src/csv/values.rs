//! Several values in one cell.

pub(super) const VALUE_SEPARATOR: char = ';';
/// Separates the display name of a person from the sort name.
pub(super) const FORM_SEPARATOR: char = '|';
/// Makes the following separator or escape a literal character.
const ESCAPE_CHAR: char = '\\';

fn is_special_char(c: char) -> bool {
    matches!(c, VALUE_SEPARATOR | FORM_SEPARATOR | ESCAPE_CHAR)
}

/// The parts of a text between separators, trimmed; escapes stay.
pub(super) fn split_unescaped(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut chars = text.char_indices().peekable();
        while let Some((at, found)) = chars.next() {
            if found == ESCAPE_CHAR && chars.peek().is_some_and(|(_, next)| is_special_char(*next)) {
                chars.next();
            } else if found == separator {
                rest = text.get(at + separator.len_utf8()..);
                return text.get(..at).map(str::trim);
            }
        }
        rest = None;
        Some(text.trim())
    })
}

/// Removes the escapes of a part.
pub(super) fn unescape(part: &str) -> String {
    let (mut text, mut chars) = (String::with_capacity(part.len()), part.chars().peekable());
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == ESCAPE_CHAR && is_special_char(*next));
        text.push(escaped.unwrap_or(c));
    }
    text
}

pub(super) fn escape(value: &str, separators: &[char]) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.trim().chars() {
        if c == ESCAPE_CHAR || separators.contains(&c) {
            text.push(ESCAPE_CHAR);
        }
        text.push(c);
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
