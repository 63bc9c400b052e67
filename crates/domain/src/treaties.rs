//! International treaties that open titles, as data.

use std::sync::LazyLock;

use crate::data::{Table, parse_table};

/// Countries bound by the Marrakesh treaty, sorted by code.
static MARRAKESH: LazyLock<Table<1>> = LazyLock::new(|| parse_table(include_str!("../data/marrakesh.tsv")));

/// Returns true if the country (ISO 3166-1 alpha-2, upper case) is bound by the Marrakesh treaty to
/// facilitate access to published works for persons who are blind, visually impaired or otherwise print
/// disabled.
pub fn is_marrakesh_member(country: &str) -> bool {
    MARRAKESH.get(country).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::countries;

    #[test]
    fn members_are_countries_and_sorted() {
        let members: Vec<_> = MARRAKESH.keys().collect();
        assert!(members.is_sorted_by(|a, b| a < b));
        assert!(members.len() >= 100);
        assert!(members.iter().all(|code| countries::is_country(code)));
    }

    #[test]
    fn the_european_union_is_bound_as_a_whole() {
        for code in ["AT", "DE", "FR", "IE", "MT", "PL", "SE"] {
            assert!(is_marrakesh_member(code), "{code}");
        }
        assert!(is_marrakesh_member("US") && is_marrakesh_member("GB"));
        assert!(!is_marrakesh_member("AQ") && !is_marrakesh_member("EU") && !is_marrakesh_member("us"));
    }
}
