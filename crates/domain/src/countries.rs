//! Countries: ISO 3166-1.

use std::sync::LazyLock;

use crate::data::{Table, parse_table};

static COUNTRIES: LazyLock<Table<6>> = LazyLock::new(|| parse_table(include_str!("../data/countries.tsv")));

/// Returns true if this is an alpha-2 code, upper case.
pub fn is_country(code: &str) -> bool {
    COUNTRIES.get(code).is_some()
}

/// The alpha-2 code in upper case, if it is one in any case.
pub fn normalize(code: &str) -> Option<&'static str> {
    COUNTRIES.get(&code.trim().to_ascii_uppercase()).map(|row| row[0])
}

/// The English name of an alpha-2 code, upper case.
pub fn name(code: &str) -> Option<&'static str> {
    COUNTRIES.get(code).map(|row| row[2])
}

/// The name of an alpha-2 code, upper case, in the language of a BCP 47 tag: French, Spanish or German;
/// English for other languages.
pub fn name_in_language(code: &str, tag: &str) -> Option<&'static str> {
    let column = match tag {
        "fr" => 3,
        "es" => 4,
        "de" => 5,
        _ => 2,
    };
    COUNTRIES.get(code).map(|row| row[column])
}

/// The alpha-3 code of an alpha-2 code, upper case.
pub fn alpha3(code: &str) -> Option<&'static str> {
    COUNTRIES.get(code).map(|row| row[1])
}

/// All alpha-2 codes, sorted: the `countries` of a title that is free worldwide
/// (docs/rules/records.md#rule-10).
pub fn codes() -> impl Iterator<Item = &'static str> {
    COUNTRIES.keys()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_two_capital_letters() {
        let codes: Vec<_> = codes().collect();
        assert_eq!(codes.len(), 249);
        assert!(codes.is_sorted_by(|a, b| a < b));
        assert!(codes.iter().all(|code| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase())));
        assert!(codes.iter().all(|code| name(code).is_some_and(|n| !n.is_empty())));
        for tag in ["fr", "es", "de"] {
            assert!(
                codes.iter().all(|code| name_in_language(code, tag).is_some_and(|name| !name.is_empty()))
            );
        }
        assert!(codes.iter().all(|code| alpha3(code).is_some_and(|c| c.len() == 3)));
    }

    #[test]
    fn a_code_is_exact_and_normalizes_from_any_case() {
        assert!(is_country("US") && !is_country("us") && !is_country("UK") && !is_country(""));
        assert_eq!(normalize(" gb "), Some("GB"));
        assert_eq!(normalize("uk"), None);
        assert_eq!(name("CI"), Some("Côte d'Ivoire"));
        for (tag, name) in [("en", "Germany"), ("fr", "Allemagne"), ("es", "Alemania"), ("de", "Deutschland")]
        {
            assert_eq!(name_in_language("DE", tag), Some(name));
        }
    }
}
