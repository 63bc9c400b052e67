//! Words in other scripts, which the voices of languages with Latin letters spell letter by letter.

use std::borrow::Cow;

use vocabulary::scripts::language_of_script;

use crate::LanguageText;

/// Languages with Latin letters, with their codes of three letters where books use these. Sorted.
const LATIN_LANGUAGES: [&str; 44] = [
    "af", "ca", "cs", "cy", "da", "de", "deu", "dut", "en", "eng", "eo", "es", "et", "eu", "fi", "fr", "fra",
    "fre", "ga", "ger", "gl", "hr", "hu", "id", "is", "it", "ita", "la", "lt", "lv", "nb", "nl", "nld", "nn",
    "no", "pl", "por", "pt", "ro", "sk", "sl", "spa", "sv", "tr",
];

/// Divides a text at words in other scripts if there is a voice for the language that most often uses them.
/// Single letters that follow no words of their script are symbols, which voices read by name.
pub(crate) fn divide_at_scripts<'t>(
    part: &'t LanguageText,
    has_voice: &dyn Fn(&str) -> bool,
) -> Vec<Cow<'t, LanguageText>> {
    let main = part.language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let is_divided = LATIN_LANGUAGES.binary_search(&main.as_str()).is_ok()
        && part.text.chars().any(|c| script_language(c).is_some());
    if !is_divided {
        return vec![Cow::Borrowed(part)];
    }
    let mut parts: Vec<LanguageText> = Vec::new();
    for word in part.text.split_inclusive(char::is_whitespace) {
        let before = parts.last().map(|last| last.language.as_str());
        let other = find_language(word, before).filter(|language| has_voice(language));
        let language = other.unwrap_or(&part.language);
        // Punctuation belongs to the words before it.
        let is_sign = !word.contains(char::is_alphanumeric);
        match parts.last_mut() {
            Some(last) if is_sign || last.language == language => last.text.push_str(word),
            _ => parts.push(LanguageText { language: language.to_owned(), text: word.to_owned() }),
        }
    }
    parts.into_iter().map(Cow::Owned).collect()
}

/// The language of a word in another script; `None` for words with Latin letters, and for symbols. `before`:
/// the language of the words before it, to which words of a single letter may belong.
fn find_language(word: &str, before: Option<&str>) -> Option<&'static str> {
    let mut found = None;
    let mut letters = 0;
    for c in word.chars().filter(|c| c.is_alphabetic()) {
        let language = script_language(c)?;
        // Japanese words may begin with Chinese characters.
        if found.is_none() || language == JAPANESE {
            found = Some(language);
        }
        letters += 1;
    }
    // Other scripts have words of a single character.
    found.filter(|language| {
        letters > 1 || before == Some(*language) || matches!(*language, "zh" | "ko" | JAPANESE)
    })
}

/// The language of a letter in another script.
fn script_language(c: char) -> Option<&'static str> {
    match c {
        '\u{3041}'..='\u{30ff}' => Some(JAPANESE),
        // The voice of Greek knows the old accents.
        '\u{1f00}'..='\u{1fff}' => Some("el"),
        c => language_of_script(c),
    }
}

const JAPANESE: &str = "ja";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_other_scripts_have_a_language_of_their_own() {
        assert!(LATIN_LANGUAGES.is_sorted());
        let divided = |language: &str, text: &str| {
            let part = LanguageText { language: language.to_owned(), text: text.to_owned() };
            let parts = divide_at_scripts(&part, &|language| language != "zh");
            parts.iter().map(|part| format!("{} {}", part.language, part.text)).collect::<Vec<_>>()
        };
        for (language, text, parts) in [
            ("en", "the word λόγος, and more", &["en the word ", "el λόγος, ", "en and more"][..]),
            ("fr", "שלום עולם !", &["he שלום עולם !"]),
            ("en-GB", "an α particle, Δt and β-rays", &["en-GB an α particle, Δt and β-rays"]),
            ("en", "«мир и я», he said", &["ru «мир и я», ", "en he said"]),
            ("de", "日本の 5 Vögel", &["ja 日本の ", "de 5 Vögel"]),
            // Without a voice, and in languages that may use the script.
            ("en", "the sign 道", &["en the sign 道"]),
            ("ja", "日本 мир", &["ja 日本 мир"]),
            ("bg", "мир", &["bg мир"]),
        ] {
            assert_eq!(divided(language, text), parts, "{text}");
        }
    }
}
