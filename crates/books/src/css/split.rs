//! Divides style sheets where CSS does.

/// The parts of a text between separators that are neither in a string nor in one of these pairs of brackets.
pub(super) fn split_outside<'t>(text: &'t str, separator: char, brackets: &[(char, char)]) -> Vec<&'t str> {
    let (mut depth, mut quote, mut start) = (0_usize, None, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(c),
            _ if brackets.iter().any(|(open, _)| *open == c) => depth += 1,
            _ if brackets.iter().any(|(_, close)| *close == c) => depth = depth.saturating_sub(1),
            _ if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::split_outside;

    #[test]
    fn separators_in_strings_and_brackets_divide_nothing() {
        for (text, parts) in [
            ("a, b", &["a", " b"][..]),
            ("a(b,c)[d=',']", &["a(b,c)[d=',']"]),
            ("a),b", &["a)", "b"]),
            ("", &[""]),
        ] {
            assert_eq!(split_outside(text, ',', &[('(', ')'), ('[', ']')]), parts, "{text}");
        }
    }
}
