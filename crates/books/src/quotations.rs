//! Quotation marks of inline quotations, whose source leaves them to the reading program.

use vocabulary::characters::is_quotation_mark;

/// The marks before and after an inline quotation in text of this language. `nested`: it is within another
/// one. `None` for words that bring their own marks.
pub fn quotation_marks(language: &str, nested: bool, words: &str) -> Option<(&'static str, &'static str)> {
    // An apostrophe that keyboards have begins words as well: 'tis. Titles of books have marks of their own.
    let is_mark = |c: char| !matches!(c, '\'' | '\u{300a}' | '\u{300b}') && is_quotation_mark(c);
    if words.trim().is_empty() || words.trim_start().starts_with(is_mark) {
        return None;
    }
    let tag = language.to_ascii_lowercase().replace('_', "-");
    let main = tag.split('-').next().unwrap_or_default();
    let (outer, inner) = match main {
        _ if ["de-ch", "de-li", "fr-ch", "it-ch"].contains(&tag.as_str()) => {
            (("\u{ab}", "\u{bb}"), ("\u{2039}", "\u{203a}"))
        }
        "fr" => (("\u{ab}\u{a0}", "\u{a0}\u{bb}"), ("\u{201c}", "\u{201d}")),
        "pt" if tag == "pt-br" => (("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}")),
        "es" | "it" | "pt" | "ca" | "gl" | "eu" | "el" => (("\u{ab}", "\u{bb}"), ("\u{201c}", "\u{201d}")),
        "nb" | "nn" | "no" => (("\u{ab}", "\u{bb}"), ("\u{2018}", "\u{2019}")),
        "fa" | "hy" => (("\u{ab}", "\u{bb}"), ("\u{2039}", "\u{203a}")),
        "ru" | "uk" | "be" => (("\u{ab}", "\u{bb}"), ("\u{201e}", "\u{201c}")),
        "de" | "cs" | "sk" | "sl" | "hr" | "bg" | "mk" | "is" | "et" | "lt" | "ka" => {
            (("\u{201e}", "\u{201c}"), ("\u{201a}", "\u{2018}"))
        }
        "pl" | "hu" | "ro" => (("\u{201e}", "\u{201d}"), ("\u{ab}", "\u{bb}")),
        "sv" | "fi" => (("\u{201d}", "\u{201d}"), ("\u{2019}", "\u{2019}")),
        "zh" if is_traditional_chinese(&tag) => (("\u{300c}", "\u{300d}"), ("\u{300e}", "\u{300f}")),
        "ja" => (("\u{300c}", "\u{300d}"), ("\u{300e}", "\u{300f}")),
        _ => (("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}")),
    };
    Some(if nested { inner } else { outer })
}

/// Returns true for the Chinese of Taiwan, Hong Kong and Macau.
fn is_traditional_chinese(tag: &str) -> bool {
    tag.split('-').skip(1).any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_of_the_language() {
        assert_eq!(quotation_marks("en-US", false, "yes"), Some(("\u{201c}", "\u{201d}")));
        assert_eq!(quotation_marks("en", true, "no"), Some(("\u{2018}", "\u{2019}")));
        assert_eq!(quotation_marks("de", false, "ja"), Some(("\u{201e}", "\u{201c}")));
        assert_eq!(quotation_marks("zh-Hant", true, "是"), Some(("\u{300e}", "\u{300f}")));
        assert_eq!(quotation_marks("zh-CN", false, "是"), Some(("\u{201c}", "\u{201d}")));
        assert_eq!(quotation_marks("de-CH", false, "ja"), Some(("\u{ab}", "\u{bb}")));
        assert_eq!(quotation_marks("bg", false, "да"), Some(("\u{201e}", "\u{201c}")));
        assert_eq!(quotation_marks("pt-BR", false, "sim"), Some(("\u{201c}", "\u{201d}")));
        assert_eq!(quotation_marks("fr_CA", false, "oui"), Some(("\u{ab}\u{a0}", "\u{a0}\u{bb}")));
    }

    #[test]
    fn words_with_marks_of_their_own_get_no_others() {
        for words in ["\u{201c}yes\u{201d}", " \"yes\"", "\u{ab} oui \u{bb}", " "] {
            assert_eq!(quotation_marks("en", false, words), None, "{words}");
        }
    }
}
