//! International treaties that open titles, as data.

use std::sync::LazyLock;

use crate::data::{Table, table};

/// Countries bound by the Marrakesh treaty, sorted by code.
static MARRAKESH: LazyLock<Table<1>> = LazyLock::new(|| table(include_str!("../data/marrakesh.tsv")));

/// Whether the country (ISO 3166-1 alpha-2, upper case) is bound by the Marrakesh treaty to facilitate
/// access to published works for persons who are blind, visually impaired or otherwise print disabled.
pub fn is_marrakesh_member(country: &str) -> bool {
    MARRAKESH.get(country).is_some()
}

/// All of them, sorted.
pub fn marrakesh_members() -> impl Iterator<Item = &'static str> {
    MARRAKESH.keys()
}
