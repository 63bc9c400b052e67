//! Escapes a book's text for the typesetter: always a string, never markup.

/// Appends a string literal. Characters that are neither visible nor audible are removed or replaced.
pub(crate) fn push_literal(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\t' | '\u{2028}' | '\u{2029}' => out.push(' '),
            // Dashes of two and three ems, which few fonts have.
            '\u{2e3a}' => out.push_str("\u{2014}\u{2014}"),
            '\u{2e3b}' => out.push_str("\u{2014}\u{2014}\u{2014}"),
            '\u{2011}' => out.push('-'),
            '\u{2007}' | '\u{202f}' => out.push('\u{a0}'),
            c if c.is_control() || is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out.push('"');
}

pub(crate) fn string_literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_literal(&mut out, text);
    out
}

/// Invisible characters that fonts lack: word joiners, byte order marks, tags, unassigned and private
/// characters. Those that affect shaping (joiners of Arabic and Indic scripts) and direction stay.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
        || u32::from(c) & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_leave_its_string() {
        assert_eq!(string_literal(r#"a"b\#{c}"#), r#""a\"b\\#{c}""#);
        assert_eq!(string_literal("a\u{1}\u{2060}b\u{2e3b}\n"), "\"ab———\\n\"");
    }
}
