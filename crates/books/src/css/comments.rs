//! Comments and strings in rules.

use std::borrow::Cow;

/// Rules without comments. A space replaces each, so that what surrounds it cannot become another.
pub(crate) fn strip_comments(style: &str) -> Cow<'_, str> {
    if !style.contains("/*") {
        return Cow::Borrowed(style);
    }
    let mut out = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Rules without braces in strings, which rules would seem to begin or end with. A string ends with its line;
/// a quotation mark without another one in its line begins none. The rules have no comments.
pub(crate) fn blank_braces_in_strings(style: &str) -> Cow<'_, str> {
    if !style.contains(['"', '\'']) {
        return Cow::Borrowed(style);
    }
    let mut out = String::with_capacity(style.len());
    for line in style.split_inclusive('\n') {
        let mut rest = line;
        while let Some(start) = rest.find(['"', '\'']) {
            let quote = if rest[start..].starts_with('"') { '"' } else { '\'' };
            let (before, inside) = (&rest[..start], &rest[start + 1..]);
            out.push_str(before);
            if let Some(end) = find_quote(inside, quote) {
                out.push(quote);
                out.push_str(&inside[..end].replace(['{', '}'], " "));
                out.push(quote);
                rest = &inside[end + 1..];
            } else {
                out.push(' ');
                rest = inside;
            }
        }
        out.push_str(rest);
    }
    Cow::Owned(out)
}

/// The position of a quotation mark that no backslash precedes.
fn find_quote(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if c == quote && !is_escaped {
            return Some(at);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{blank_braces_in_strings, strip_comments};

    #[test]
    fn braces_in_strings_begin_and_end_no_rule() {
        for (style, expected) in [
            ("q{content:'{'} a{b:c}", "q{content:' '} a{b:c}"),
            ("q{content:\"\\\"}\"}", "q{content:\"\\\" \"}"),
            ("p{font:'Times;}\na{b:'c'}", "p{font: Times;}\na{b:'c'}"),
            ("a{b:c}", "a{b:c}"),
        ] {
            assert_eq!(blank_braces_in_strings(style), expected);
        }
    }

    #[test]
    fn each_comment_becomes_a_space() {
        assert_eq!(strip_comments("a/* b */c{}/**/"), "a c{} ");
        assert_eq!(strip_comments("a /* without an end"), "a  ");
        assert_eq!(strip_comments("a */ b"), "a */ b");
    }
}
