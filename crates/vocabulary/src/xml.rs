//! Text as a part of XML 1.0.

use std::borrow::Cow;

/// Escapes text for element content and double-quoted attributes, and drops what XML 1.0 forbids.
pub fn escape(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '&' | '<' | '>' | '"') || !is_allowed(c);
    let Some(first) = text.find(special) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if is_allowed(c) => out.push(c),
            _ => {}
        }
    }
    Cow::Owned(out)
}

/// Returns true if XML 1.0 allows a character.
pub fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::escape;

    #[test]
    fn markup_is_escaped_and_what_xml_forbids_is_dropped() {
        assert_eq!(escape("<a b=\"c\">'d' & e</a>"), "&lt;a b=&quot;c&quot;&gt;'d' &amp; e&lt;/a&gt;");
        assert_eq!(
            escape("\u{0}a\u{b}\u{1f}\u{fffe}\u{ffff}\tb\r\n\u{7f}\u{fffd}🌊"),
            "a\tb\r\n\u{7f}\u{fffd}🌊"
        );
        assert!(matches!(escape("Plain é"), Cow::Borrowed("Plain é")));
    }
}
