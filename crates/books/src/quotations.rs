//! Quotation marks of inline quotations, whose source leaves them to the reading program.

/// The marks before and after an inline quotation in text of this language. `nested`: it is within another
/// one. `None` for words that bring their own marks.
pub fn quotation_marks(language: &str, nested: bool, words: &str) -> Option<(&'static str, &'static str)> {
    let is_mark = |c: char| matches!(c, '"' | '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}' | '\u{300c}'..='\u{300f}');
    if words.trim().is_empty() || words.trim_start().starts_with(is_mark) {
        return None;
    }
    let main = language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let (outer, inner) = match main.as_str() {
        "fr" => (("\u{ab}\u{a0}", "\u{a0}\u{bb}"), ("\u{201c}", "\u{201d}")),
        "es" | "it" | "pt" | "ca" | "el" => (("\u{ab}", "\u{bb}"), ("\u{201c}", "\u{201d}")),
        "ru" | "uk" | "be" | "bg" => (("\u{ab}", "\u{bb}"), ("\u{201e}", "\u{201c}")),
        "de" | "cs" | "sk" | "sl" | "hr" => (("\u{201e}", "\u{201c}"), ("\u{201a}", "\u{2018}")),
        "pl" | "hu" | "ro" => (("\u{201e}", "\u{201d}"), ("\u{ab}", "\u{bb}")),
        "sv" | "fi" => (("\u{201d}", "\u{201d}"), ("\u{2019}", "\u{2019}")),
        "ja" => (("\u{300c}", "\u{300d}"), ("\u{300e}", "\u{300f}")),
        _ => (("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}")),
    };
    Some(if nested { inner } else { outer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_of_the_language() {
        assert_eq!(quotation_marks("en-US", false, "yes"), Some(("\u{201c}", "\u{201d}")));
        assert_eq!(quotation_marks("en", true, "no"), Some(("\u{2018}", "\u{2019}")));
        assert_eq!(quotation_marks("de", false, "ja"), Some(("\u{201e}", "\u{201c}")));
        assert_eq!(quotation_marks("fr_CA", false, "oui"), Some(("\u{ab}\u{a0}", "\u{a0}\u{bb}")));
    }

    #[test]
    fn words_with_marks_of_their_own_get_no_others() {
        for words in ["\u{201c}yes\u{201d}", " \"yes\"", "\u{ab} oui \u{bb}", " "] {
            assert_eq!(quotation_marks("en", false, words), None, "{words}");
        }
    }
}
