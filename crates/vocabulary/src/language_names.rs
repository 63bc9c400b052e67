//! Names of languages as books and records state them, and their codes.

use std::collections::HashMap;
use std::sync::LazyLock;

/// ISO 639-2, separated by tabs: code, bibliographic code, code of two letters, English names. Lines that
/// begin with `#` are comments.
pub const LANGUAGE_TABLE: &str = include_str!("../../domain/data/languages.tsv");

static ALPHA2_BY_ALPHA3: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let rows = LANGUAGE_TABLE.lines().filter(|line| !line.starts_with('#'));
    let codes = rows.filter_map(|row| {
        let mut cells = row.split('\t');
        Some([cells.next()?, cells.next()?, cells.next()?])
    });
    codes
        .flat_map(|[code, bibliographic, short]| [(code, short), (bibliographic, short)])
        .filter(|(long, short)| !long.is_empty() && !short.is_empty())
        .collect()
});

/// The code of two letters for one of three in small letters, which may be the bibliographic one. `None` if
/// there is none.
pub fn to_alpha2(alpha3: &str) -> Option<&'static str> {
    ALPHA2_BY_ALPHA3.get(alpha3).copied()
}

/// Names of languages in the language itself, and English names that ISO 639-2 qualifies, in small letters,
/// with BCP 47 tags.
pub const NATIVE_LANGUAGE_NAMES: [(&str, &str); 64] = [
    ("العربية", "ar"),
    ("беларуская", "be"),
    ("български", "bg"),
    ("català", "ca"),
    ("čeština", "cs"),
    ("česky", "cs"),
    ("cymraeg", "cy"),
    ("dansk", "da"),
    ("deutsch", "de"),
    ("greek", "el"),
    ("ελληνικά", "el"),
    ("castellano", "es"),
    ("castilian", "es"),
    ("español", "es"),
    ("espanol", "es"),
    ("eesti", "et"),
    ("euskara", "eu"),
    ("farsi", "fa"),
    ("فارسی", "fa"),
    ("suomi", "fi"),
    ("français", "fr"),
    ("francais", "fr"),
    ("gaeilge", "ga"),
    ("gaelic", "gd"),
    ("gàidhlig", "gd"),
    ("galego", "gl"),
    ("עברית", "he"),
    ("हिन्दी", "hi"),
    ("hrvatski", "hr"),
    ("magyar", "hu"),
    ("bahasa indonesia", "id"),
    ("íslenska", "is"),
    ("italiano", "it"),
    ("日本語", "ja"),
    ("한국어", "ko"),
    ("latine", "la"),
    ("lietuvių", "lt"),
    ("latviešu", "lv"),
    ("mandarin", "zh"),
    ("bahasa melayu", "ms"),
    ("nederlands", "nl"),
    ("flemish", "nl"),
    ("vlaams", "nl"),
    ("norsk", "no"),
    ("bokmål", "nb"),
    ("nynorsk", "nn"),
    ("polski", "pl"),
    ("português", "pt"),
    ("portugues", "pt"),
    ("română", "ro"),
    ("русский", "ru"),
    ("slovenčina", "sk"),
    ("slovenščina", "sl"),
    ("shqip", "sq"),
    ("српски", "sr"),
    ("srpski", "sr"),
    ("svenska", "sv"),
    ("ไทย", "th"),
    ("türkçe", "tr"),
    ("українська", "uk"),
    ("اردو", "ur"),
    ("tiếng việt", "vi"),
    ("中文", "zh"),
    ("简体中文", "zh-Hans"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_small_letters_and_each_is_of_one_language() {
        for (at, (name, _)) in NATIVE_LANGUAGE_NAMES.iter().enumerate() {
            assert_eq!(name.to_lowercase(), *name);
            assert!(NATIVE_LANGUAGE_NAMES[..at].iter().all(|(other, _)| other != name), "{name}");
        }
    }

    #[test]
    fn languages_have_codes_of_two_letters() {
        assert_eq!(["deu", "ger", "swe"].map(to_alpha2), [Some("de"), Some("de"), Some("sv")]);
        assert_eq!(["", "de", "grc", "und"].map(to_alpha2), [None; 4]);
    }
}
