//! Descriptions from the code: plain text with `names` in backticks.

use std::fmt::{self, Display, Formatter, Write};

use askama::filters::HtmlSafe;

/// A text displayed as escaped HTML, with its names as `<code>`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Prose(String);

impl HtmlSafe for Prose {}

impl Prose {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Display for Prose {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_str();
        while let Some((before, name, after)) = next_name(rest) {
            write_escaped(before, f)?;
            f.write_str("<code>")?;
            write_escaped(name, f)?;
            f.write_str("</code>")?;
            rest = after;
        }
        write_escaped(rest, f)
    }
}

/// The text before the next pair of backticks, the text between them, and the text after.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (name, after) = rest.split_once('`')?;
    Some((before, name, after))
}

fn write_escaped(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    for c in text.chars() {
        match c {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '"' => f.write_str("&quot;")?,
            '\'' => f.write_str("&#39;")?,
            other => f.write_char(other)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Prose;

    #[test]
    fn names_are_code_and_everything_is_escaped() {
        let show = |text: &str| Prose::new(text).to_string();
        assert_eq!(show("Send `api_key` & <go>."), "Send <code>api_key</code> &amp; &lt;go&gt;.");
        assert_eq!(show("`<b>`"), "<code>&lt;b&gt;</code>");
        assert_eq!(show("one ` accent 'alone'"), "one ` accent &#39;alone&#39;");
        assert_eq!(show(""), "");
    }
}
