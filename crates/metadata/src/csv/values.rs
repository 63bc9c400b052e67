//! Several values in one cell.

/// Separates values.
pub(super) const VALUES: char = ';';
/// Separates the display name of a person from the sort name.
pub(super) const FORMS: char = '|';
/// Makes the following separator or escape a literal character.
const ESCAPE: char = '\\';

fn is_special(sign: char) -> bool {
    matches!(sign, VALUES | FORMS | ESCAPE)
}

/// The parts of a text between separators, trimmed; escapes stay.
pub(super) fn parts(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut signs = text.char_indices().peekable();
        while let Some((at, found)) = signs.next() {
            if found == ESCAPE && signs.peek().is_some_and(|(_, next)| is_special(*next)) {
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
pub(super) fn plain(part: &str) -> String {
    let (mut text, mut signs) = (String::with_capacity(part.len()), part.chars().peekable());
    while let Some(sign) = signs.next() {
        let escaped = signs.next_if(|next| sign == ESCAPE && is_special(*next));
        text.push(escaped.unwrap_or(sign));
    }
    text
}

/// Escapes separators and the escape itself in a value.
pub(super) fn escaped(value: &str, separators: &[char]) -> String {
    let mut text = String::with_capacity(value.len());
    for sign in value.trim().chars() {
        if sign == ESCAPE || separators.contains(&sign) {
            text.push(ESCAPE);
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
        let read = |text: &str| -> Vec<String> { parts(text, VALUES).map(plain).collect() };
        assert_eq!(read("a; b ;c"), ["a", "b", "c"]);
        assert_eq!(read(r"a\; b; c\\; d\e\"), ["a; b", r"c\", r"d\e\"]);
        assert_eq!(read(""), [""]);
        assert_eq!(read(";"), ["", ""]);
    }

    proptest! {
        #[test]
        fn escaping_round_trips(values in proptest::collection::vec(r"[a;|\\ é]{0,6}", 1..5)) {
            let cell: Vec<String> = values.iter().map(|value| escaped(value, &[VALUES, FORMS])).collect();
            let back: Vec<String> = parts(&cell.join("; "), VALUES).map(plain).collect();
            let whole: Vec<&str> = values.iter().map(|value| value.trim()).collect();
            prop_assert_eq!(back, whole);
        }
    }
}
