//! Languages: ISO 639-2. Where a language has two codes, the terminological one (`deu`, `fra`) is the one
//! that is stored; the bibliographic one (`ger`, `fre`) is understood.

use std::collections::HashMap;
use std::sync::LazyLock;

use vocabulary::language_names::LANGUAGE_TABLE;

use crate::data::{Table, parse_table};

static LANGUAGES: LazyLock<Table<4>> = LazyLock::new(|| parse_table(LANGUAGE_TABLE));

/// Codes that ISO 639 and MARC replaced, and codes of single languages that ISO 639-2 has one code for, by
/// the terminological code to use instead. The single languages are those of ISO 639-3 that files name.
static REPLACED_CODES: LazyLock<Table<2>> =
    LazyLock::new(|| parse_table(include_str!("../data/replaced_languages.tsv")));

/// From bibliographic and two-letter codes to the terminological one.
static OTHER_CODES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    LANGUAGES
        .rows()
        .iter()
        .flat_map(|row| [(row[1], row[0]), (row[2], row[0])])
        .filter(|(other, _)| !other.is_empty())
        .collect()
});

/// The terminological alpha-3 code of an alpha-3 code of either kind, lower case.
pub fn to_terminological(code: &str) -> Option<&'static str> {
    match LANGUAGES.get(code) {
        Some(row) => Some(row[0]),
        None if code.len() == 3 => OTHER_CODES.get(code).copied(),
        None => None,
    }
}

/// The terminological alpha-3 code of a language tag (BCP 47) in any case: `en-US` is `eng`. Codes of two
/// and three letters are understood, including those that were replaced (`iw`, `scr`) and those of single
/// languages that ISO 639-2 has one code for (`cmn`).
pub fn alpha3(tag: &str) -> Option<&'static str> {
    let primary = tag.trim().split(['-', '_']).next()?.to_ascii_lowercase();
    let other = || OTHER_CODES.get(primary.as_str()).copied();
    let replaced = || {
        let mut rows = REPLACED_CODES.rows().iter();
        rows.find(|[_, old]| old.split(' ').any(|old| old == primary)).map(|[code, _]| *code)
    };
    to_terminological(&primary).or_else(other).or_else(replaced)
}

/// The terminological alpha-3 code of a language by its English name in any case: `spa` for `Spanish` and
/// `Castilian`.
pub fn from_name(text: &str) -> Option<&'static str> {
    let text = text.trim();
    // Names may say more: `Greek, Modern (1453-)`, `Occitan (post 1500)`.
    let is_name = |name: &str| {
        let name = name.split(" (").next().unwrap_or(name).trim();
        name.eq_ignore_ascii_case(text) || name == "Greek, Modern" && text.eq_ignore_ascii_case("Greek")
    };
    LANGUAGES.rows().iter().find(|row| row[3].split(';').any(is_name)).map(|row| row[0])
}

/// The shortest code of a language, as BCP 47 requires it: `en` for `eng`, `grc` for `grc`.
pub fn tag(code: &str) -> Option<&'static str> {
    let row = LANGUAGES.get(to_terminological(code)?)?;
    Some(if row[2].is_empty() { row[0] } else { row[2] })
}

/// The bibliographic alpha-3 code of an alpha-3 code of either kind, as trade and libraries write it: `ger`
/// for `deu`.
pub fn to_bibliographic(code: &str) -> Option<&'static str> {
    let row = LANGUAGES.get(to_terminological(code)?)?;
    Some(if row[1].is_empty() { row[0] } else { row[1] })
}

/// The English name of an alpha-3 code of either kind.
pub fn name(code: &str) -> Option<&'static str> {
    LANGUAGES.get(to_terminological(code)?).map(|row| row[3])
}

/// All terminological codes, sorted.
pub fn codes() -> impl Iterator<Item = &'static str> {
    LANGUAGES.keys()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_three_small_letters() {
        let codes: Vec<_> = codes().collect();
        assert!(codes.len() > 480);
        assert!(codes.is_sorted_by(|a, b| a < b));
        assert!(codes.iter().all(|code| code.len() == 3 && code.bytes().all(|b| b.is_ascii_lowercase())));
        assert!(codes.iter().all(|code| name(code).is_some_and(|name| !name.is_empty())));
    }

    #[test]
    fn both_kinds_of_three_letter_codes_are_languages() {
        for code in ["eng", "deu", "ger"] {
            assert!(to_terminological(code).is_some(), "{code}");
        }
        for code in ["en", "ENG", "xxx", ""] {
            assert_eq!(to_terminological(code), None, "{code}");
        }
        assert_eq!(to_terminological("fre"), Some("fra"));
        assert_eq!(to_bibliographic("fra"), Some("fre"));
        assert_eq!(to_bibliographic("ger"), Some("ger"));
        assert_eq!(to_bibliographic("eng"), Some("eng"));
        assert_eq!(to_bibliographic("xxx"), None);
        assert_eq!(name("chi"), Some("Chinese"));
    }

    #[test]
    fn replaced_codes_lead_to_codes_in_use() {
        assert!(REPLACED_CODES.keys().is_sorted_by(|a, b| a < b));
        for &[code, old] in REPLACED_CODES.rows() {
            assert_eq!(to_terminological(code), Some(code));
            for old in old.split(' ') {
                assert_eq!(to_terminological(old), None, "{old}");
                assert_eq!(alpha3(old), Some(code), "{old}");
            }
        }
    }

    #[test]
    fn english_names_become_codes() {
        for (name, code) in [
            ("English", "eng"),
            ("FRENCH", "fra"),
            (" Castilian ", "spa"),
            ("greek", "ell"),
            ("Dutch", "nld"),
        ] {
            assert_eq!(from_name(name), Some(code), "{name}");
        }
        assert_eq!(from_name("Klingonish"), None);
        assert_eq!(from_name(""), None);
    }

    #[test]
    fn tags_of_files_become_codes() {
        assert_eq!(alpha3("en-US"), Some("eng"));
        assert_eq!(alpha3("DE"), Some("deu"));
        assert_eq!(alpha3("ger"), Some("deu"));
        assert_eq!(alpha3("zh_Hant"), Some("zho"));
        assert_eq!(alpha3("grc"), Some("grc"));
        assert_eq!(alpha3("x-klingon"), None);
        assert_eq!(alpha3(""), None);
        for (old, code) in [("iw", "heb"), ("in-ID", "ind"), ("SCR", "hrv"), ("esp", "epo"), ("mo", "ron")] {
            assert_eq!(alpha3(old), Some(code), "{old}");
        }
        assert_eq!(alpha3("cmn-Hans"), Some("zho"));
        assert_eq!(alpha3("ekk"), Some("est"));
        assert_eq!(tag("ger"), Some("de"));
        assert_eq!(tag("grc"), Some("grc"));
    }
}
