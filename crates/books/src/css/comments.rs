//! Comments in rules.

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

#[cfg(test)]
mod tests {
    use super::strip_comments;

    #[test]
    fn each_comment_becomes_a_space() {
        assert_eq!(strip_comments("a/* b */c{}/**/"), "a c{} ");
        assert_eq!(strip_comments("a /* without an end"), "a  ");
        assert_eq!(strip_comments("a */ b"), "a */ b");
    }
}
