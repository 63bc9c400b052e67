//! Prepares text for an engine.

use unicode_normalization::UnicodeNormalization as _;
use vocabulary::characters::{is_ignorable, is_joiner};

/// Removes what is not audible: soft hyphens, direction marks, private-use characters. Numbers and
/// abbreviations stay, because the engine knows the language better, and so do the joiners that distinguish
/// words. Accents are part of their letters, and letters in other forms are plain ones: engines would read
/// their code points. Empty if nothing can be spoken.
pub fn audible_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.nfc() {
        match c {
            '\u{e000}'..='\u{f8ff}' => {}
            c if is_ignorable(c) && !is_joiner(c) => {}
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
            c if is_letter_form(c) => out.extend(c.nfkc()),
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    if out.chars().any(|c| c.is_alphanumeric() || is_read_by_name(c)) { out } else { String::new() }
}

/// Returns true for letters and digits in a form of their own: ligatures, Roman numbers, wide, enclosed and
/// mathematical letters, units in one character, letters of Arabic as they join.
fn is_letter_form(c: char) -> bool {
    matches!(c,
        '\u{2102}' | '\u{2103}' | '\u{2109}'..='\u{2113}' | '\u{2115}' | '\u{2119}'..='\u{211d}' | '\u{2124}'
        | '\u{2128}'..='\u{2131}' | '\u{2133}' | '\u{2134}' | '\u{2139}' | '\u{2160}'..='\u{217f}'
        | '\u{2460}'..='\u{24e9}' | '\u{3371}'..='\u{33df}' | '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}')
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
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("e\u{301}te\u{301} \u{fb01}n e\u{fb03}cace", "été fin efficace"),
            ("Act Ⅳ, Ｈｉ ５ 𝐇𝑖 ℝ ② 5℃ 3㎏", "Act IV, Hi 5 Hi R 2 5°C 3kg"),
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
