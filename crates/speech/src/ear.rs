//! Prepares text for an engine.

/// Removes what is not audible: soft hyphens, joiners, direction marks, private-use characters. Numbers and
/// abbreviations stay: the engine knows the language better. Empty if nothing can be spoken.
pub fn audible_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fe0e}'
            | '\u{fe0f}'
            | '\u{e000}'..='\u{f8ff}' => {}
            // Two and three em dashes represent an omitted word.
            '\u{2e3a}' | '\u{2e3b}' => {
                out.truncate(out.trim_end().len());
                out.push_str(" \u{2014} ");
            }
            // eSpeak NG reads text in double brackets as phonemes.
            '[' if out.ends_with('[') => out.push_str(" ["),
            c if c.is_whitespace() || c.is_control() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    if out.chars().any(|c| c.is_alphanumeric() || is_read_by_name(c)) { out } else { String::new() }
}

/// Returns true for characters that are read by name if they are alone.
fn is_read_by_name(c: char) -> bool {
    matches!(
        c,
        '+' | '=' | '<' | '>' | '%' | '&' | '@' | '#' | '$' | '\u{a2}'
            ..='\u{a5}' | '\u{b0}' | '\u{d7}' | '\u{f7}'
    ) || ('\u{20a0}'..='\u{20cf}').contains(&c)
        || ('\u{2190}'..='\u{22ff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn inaudible_characters_are_removed() {
        for (text, said) in [
            ("soft\u{ad}ware", "software"),
            (" a\u{a0}b\n\n c\t", "a b c"),
            ("the \u{2e3a}shire", "the \u{2014} shire"),
            ("[[h@'loU]]", "[ [h@'loU]]"),
            ("[[[[", ""),
            ("\u{2026}", ""),
            ("* * *", ""),
            ("=", "="),
            ("\u{feff}\u{e001}", ""),
        ] {
            assert_eq!(audible_text(text), said, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_gives_an_engine_commands(text in "[\\[\\] a\\PC]{0,40}") {
            let said = audible_text(&text);
            prop_assert!(!said.contains("[["));
            prop_assert!(!said.chars().any(char::is_control));
        }

        #[test]
        fn keeps_letters_and_digits(text in "[a-zA-Z0-9éüñ ,.]{0,40}") {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let said = audible_text(&text);
            prop_assert!(said.is_empty() || words(&said) == words(&text));
        }
    }
}
