//! States, provinces and other parts of countries: ISO 3166-2.

use std::sync::LazyLock;

use crate::data::{Table, parse_table};

static SUBDIVISIONS: LazyLock<Table<2>> =
    LazyLock::new(|| parse_table(include_str!("../data/subdivisions.tsv")));

/// The whole code for what a form says, in any case: the whole code (`US-CA`), or the part after the
/// country (`CA`). `None` if the country has no such subdivision.
pub fn normalize(country: &str, text: &str) -> Option<&'static str> {
    let (country, text) = (country.trim().to_ascii_uppercase(), text.trim().to_ascii_uppercase());
    let whole = match text.split_once('-') {
        Some((of, _)) if of == country => text,
        Some(_) => return None,
        None => format!("{country}-{text}"),
    };
    SUBDIVISIONS.get(&whole).map(|row| row[0])
}

pub fn name(code: &str) -> Option<&'static str> {
    SUBDIVISIONS.get(code).map(|row| row[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::countries;

    #[test]
    fn every_code_begins_with_its_country_and_has_a_name() {
        let codes: Vec<_> = SUBDIVISIONS.keys().collect();
        assert!(codes.len() > 5000);
        assert!(codes.is_sorted_by(|a, b| a < b));
        for code in codes {
            let (country, part) = code.split_once('-').unwrap();
            assert!(countries::is_country(country) && !part.is_empty(), "{code}");
            assert!(name(code).is_some_and(|name| !name.is_empty()), "{code}");
        }
    }

    #[test]
    fn a_state_may_be_written_with_or_without_its_country() {
        assert_eq!(normalize("US", "CA"), Some("US-CA"));
        assert_eq!(normalize("us", " us-ca "), Some("US-CA"));
        assert_eq!(normalize("CA", "ON"), Some("CA-ON"));
        assert_eq!(normalize("US", "ON"), None);
        assert_eq!(normalize("US", "CA-ON"), None);
        assert_eq!(SUBDIVISIONS.keys().filter(|code| code.starts_with("US-")).count(), 57);
    }
}
