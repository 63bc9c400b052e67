//! Names of languages as files state them, as BCP 47 tags: `de_DE`, `ger`, `DE` and `German` are German.

use std::collections::HashMap;
use std::sync::LazyLock;

use vocabulary::language_names::{LANGUAGE_TABLE, NATIVE_LANGUAGE_NAMES};

/// More languages in one statement than this are not a statement.
const MAX_LANGUAGES: usize = 20;

/// Codes that were withdrawn, and regions that are written otherwise.
const REPLACED_CODES: [(&str, &str); 4] = [("iw", "he"), ("in", "id"), ("ji", "yi"), ("mo", "ro")];

/// Tags by codes of three letters and by names in small letters.
static TAGS_BY_NAME: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut tags = HashMap::new();
    for line in LANGUAGE_TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default().trim();
        let (code, other, short, names) = (cell(), cell(), cell(), cell());
        let tag = if short.is_empty() { code } else { short };
        for code in [code, other].into_iter().filter(|code| !code.is_empty()) {
            tags.insert(code.to_owned(), tag);
        }
        for name in names.split(';') {
            // `Greek, Ancient (to 1453)`
            let name = name.split('(').next().unwrap_or_default().trim().to_lowercase();
            let name = match name.split_once(", ") {
                Some((main, qualifier)) => format!("{qualifier} {main}"),
                None => name,
            };
            tags.entry(name).or_insert(tag);
        }
    }
    tags.extend(NATIVE_LANGUAGE_NAMES.iter().map(|(name, tag)| ((*name).to_owned(), *tag)));
    tags.remove("");
    tags
});

/// The BCP 47 tag of a language that a file states in any of the usual ways, in the usual case: `de-DE` of
/// `de_DE`, `de` of `ger`, `DEU` and `German`. `None` if it states none.
pub fn canonical_tag(text: &str) -> Option<String> {
    let text = text.trim();
    // Nearly all elements that state a language state it like this.
    if text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_lowercase()) && text != "xx" {
        return primary_subtag(text).map(str::to_owned);
    }
    let text = text.trim_matches(['"', '\'', '[', ']', '.']);
    if text.is_empty() || text.len() > 64 {
        return None;
    }
    let lower = text.to_lowercase();
    // `English (US)`; `de_DE.UTF-8` and `de_DE@euro` are locales.
    let name = lower.split(['(', '.', '@']).next().unwrap_or_default().trim();
    if name.chars().count() > 3
        && let Some(tag) = TAGS_BY_NAME.get(name)
    {
        return Some((*tag).to_owned());
    }
    let mut parts =
        name.split(['-', '_', '\u{2010}', '\u{2011}']).map(str::trim).filter(|part| !part.is_empty());
    let primary = parts.next()?;
    let mut tag = primary_subtag(primary)?.to_owned();
    for part in parts {
        if part.len() > 8 || !part.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        tag.push('-');
        let is_private = tag.starts_with("x-") || tag.contains("-x-");
        let letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        match part {
            "uk" if !is_private => tag.push_str("GB"),
            part if part.len() == 2 && letters && !is_private => tag.push_str(&part.to_uppercase()),
            part if part.len() == 4 && letters && !is_private => {
                tag.push_str(&part[..1].to_uppercase());
                tag.push_str(&part[1..]);
            }
            part => tag.push_str(part),
        }
    }
    Some(tag)
}

/// The language itself, from a code in small letters or from a name.
fn primary_subtag(primary: &str) -> Option<&str> {
    if !primary.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return TAGS_BY_NAME.get(primary).copied();
    }
    match primary.len() {
        // `x-klingon`, `i-default`
        1 => matches!(primary, "x" | "i").then_some(primary),
        2 if primary == "xx" => None,
        2 => Some(REPLACED_CODES.iter().find(|(old, _)| *old == primary).map_or(primary, |(_, new)| new)),
        3 => Some(TAGS_BY_NAME.get(primary).copied().unwrap_or(primary)),
        _ => TAGS_BY_NAME.get(primary).copied(),
    }
}

/// The tags of all languages in a statement: `eng, fre`, `en/de`, `English and French`.
pub fn canonical_tags(text: &str) -> Vec<String> {
    if let Some(tag) = canonical_tag(text) {
        return vec![tag];
    }
    let mut tags: Vec<String> = Vec::new();
    for part in text.split([',', ';', '/', '|', '+', '&', '、', '\n']).take(MAX_LANGUAGES) {
        let found = canonical_tag(part).map_or_else(|| parse_words(part), |tag| vec![tag]);
        for tag in found {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    tags
}

/// The tags of words that are names or codes, as in `en fr` and in `English and French`.
fn parse_words(text: &str) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().take(MAX_LANGUAGES).map(str::to_lowercase).collect();
    let has_names = words.iter().any(|word| word.chars().count() > 3);
    let joins = |word: &str| {
        matches!(word, "and" | "und" | "et" | "och")
            || (has_names && matches!(word, "en" | "y" | "e" | "og" | "i"))
    };
    let words = words.iter().filter(|word| !joins(word));
    // Any three letters may be a language code, so only those of ISO 639-2 count.
    words
        .filter(|word| word.len() != 3 || TAGS_BY_NAME.contains_key(*word))
        .filter_map(|word| canonical_tag(word))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_way_to_state_a_language_gives_its_tag() {
        for (text, tag) in [
            ("de", "de"),
            ("DE", "de"),
            ("ger", "de"),
            ("deu", "de"),
            ("GER", "de"),
            ("de_DE", "de-DE"),
            ("de-de", "de-DE"),
            ("deu_AT", "de-AT"),
            ("de_DE.UTF-8", "de-DE"),
            ("de_DE@euro", "de-DE"),
            ("German", "de"),
            ("Deutsch", "de"),
            ("German (Austria)", "de"),
            (" en-us ", "en-US"),
            ("EN-GB", "en-GB"),
            ("en-UK", "en-GB"),
            ("english", "en"),
            ("eng-US", "en-US"),
            ("fre", "fr"),
            ("Français", "fr"),
            ("zh_hans_cn", "zh-Hans-CN"),
            ("zh-Hant", "zh-Hant"),
            ("pt_BR", "pt-BR"),
            ("es-419", "es-419"),
            ("Spanish; Castilian", "es"),
            ("Ancient Greek", "grc"),
            ("Greek", "el"),
            ("grc", "grc"),
            ("cmn", "cmn"),
            ("iw", "he"),
            ("UND", "und"),
            ("en-", "en"),
            ("x-klingon", "x-klingon"),
            ("日本語", "ja"),
        ] {
            assert_eq!(canonical_tags(text).first().map(String::as_str), Some(tag), "{text}");
        }
    }

    #[test]
    fn several_languages_may_stand_in_one_statement() {
        for (text, tags) in [
            ("eng, fre", &["en", "fr"][..]),
            ("en/de", &["en", "de"]),
            ("en fr", &["en", "fr"]),
            ("English and French", &["en", "fr"]),
            ("de; en-us; de", &["de", "en-US"]),
            ("Deutsch und Français", &["de", "fr"]),
            ("Nederlands en Français", &["nl", "fr"]),
        ] {
            assert_eq!(canonical_tags(text), tags, "{text}");
        }
    }

    #[test]
    fn text_that_names_no_language_gives_none() {
        for text in ["", " ", "-", "_", "1033", "Quenya", "The tales", "xx", "<b>", "none"] {
            assert_eq!(canonical_tags(text), Vec::<String>::new(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_only_well_formed_tags(text in "\\PC{0,80}") {
            for tag in canonical_tags(&text) {
                prop_assert!(crate::xml::schema_language(&tag).is_some(), "{tag}");
                prop_assert_eq!(canonical_tag(&tag), Some(tag.clone()));
            }
        }
    }
}
