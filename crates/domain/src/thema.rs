//! Thema subject categories and qualifiers (<https://ns.editeur.org/thema/>): a title keeps the codes that
//! its publisher gave it, in their order. The library's own categories are derived from them.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::data::{Table, parse_table};

static CATEGORIES: LazyLock<Table<2>> = LazyLock::new(|| parse_table(include_str!("../data/thema.tsv")));

const MAX_CODES_PER_TITLE: usize = 100;
/// Limit of a code, in bytes. The longest codes are places: national extensions of the codes of a country.
const MAX_CODE_BYTES: usize = 30;
/// Limit of a name, in characters.
const NAME: usize = 200;

/// A Thema code of a title: a subject, or a qualifier of its subjects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThemaCode {
    /// The code, for example `FFC`, or `1DDU-GB-ESL` for a place. In upper case.
    pub code: String,
    /// Heading in the words of the record that the code came with. `None` if the record gave only the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl ThemaCode {
    /// A code ignoring case, with its heading if there is one. `None` if it does not have the form
    /// of a Thema code; whether Thema has such a code is not checked, because the list grows.
    pub fn new(code: &str, name: Option<&str>) -> Option<Self> {
        let code = code.trim().to_ascii_uppercase();
        let starts = code.starts_with(|first: char| matches!(first, 'A'..='Z' | '1'..='6'));
        let parts = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !starts || code.len() > MAX_CODE_BYTES || !code.split('-').all(parts) {
            return None;
        }
        let words: Vec<&str> = name.unwrap_or_default().split_whitespace().collect();
        let name: String = words.join(" ").chars().take(NAME).collect();
        let name = Some(name).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(&code));
        Some(Self { code, name })
    }

    /// Returns true if it qualifies the subjects (place, language, time, educational purpose, readers,
    /// style) and is not a subject itself.
    pub fn is_qualifier(&self) -> bool {
        self.code.starts_with(|first: char| first.is_ascii_digit())
    }

    /// The library's own category of a subject: that of the longest beginning of its code. `None` for
    /// qualifiers.
    pub fn category(&self) -> Option<&'static str> {
        let mut lengths = (1..=self.code.len().min(3)).rev();
        lengths.find_map(|length| CATEGORIES.get(self.code.get(..length)?)).map(|row| row[1])
    }
}

/// The codes of one title: each once, in order, and no more than a title can have. A name that a later
/// mention gives counts for the first.
pub fn deduplicate(codes: impl IntoIterator<Item = ThemaCode>) -> Vec<ThemaCode> {
    let mut all: Vec<ThemaCode> = Vec::new();
    for one in codes {
        if let Some(other) = all.iter_mut().find(|other| other.code == one.code) {
            other.name = other.name.take().or(one.name);
        } else if all.len() < MAX_CODES_PER_TITLE {
            all.push(one);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category_of(code: &str) -> Option<&'static str> {
        ThemaCode::new(code, None).and_then(|code| code.category())
    }

    #[test]
    fn the_longest_beginning_of_a_code_gives_the_category() {
        assert!(CATEGORIES.keys().is_sorted_by(|a, b| a < b));
        assert_eq!(category_of("FFC"), Some("Mystery and Thrillers"));
        assert_eq!(category_of("fba"), Some("Literature and Fiction"));
        assert_eq!(category_of("DNBL"), Some("Biography and Memoir"));
        assert_eq!(category_of("1KBB"), None, "a qualifier of place");
    }

    #[test]
    fn codes_have_letters_digits_and_extensions() {
        for code in ["FFC", "fba", " 1DDU-GB-ESL ", "5AN", "QRMB1", "6RA"] {
            let read = ThemaCode::new(code, None).unwrap();
            assert_eq!(read.code, code.trim().to_ascii_uppercase());
            assert_eq!(read.is_qualifier(), read.code.as_bytes()[0].is_ascii_digit());
        }
        for other in ["", "é", "7A", "F F", "F-", "FFC.1", "-FFC", &"A".repeat(31)] {
            assert_eq!(ThemaCode::new(other, None), None, "{other}");
        }
    }

    #[test]
    fn a_name_says_more_than_the_code() {
        let name = |name| ThemaCode::new("FFC", Some(name)).unwrap().name;
        assert_eq!(name(" Classic\n crime "), Some("Classic crime".to_owned()));
        assert_eq!(name("ffc"), None);
        assert_eq!(name(""), None);
        assert_eq!(name(&"é".repeat(300)).unwrap().chars().count(), 200);
    }

    #[test]
    fn each_code_counts_once_with_its_name() {
        let codes = [("FFC", None), ("1DDR", Some("Ireland")), ("ffc", Some("Classic crime"))];
        let all = deduplicate(codes.map(|(code, name)| ThemaCode::new(code, name).unwrap()));
        let all: Vec<_> = all.iter().map(|one| (one.code.as_str(), one.name.as_deref())).collect();
        assert_eq!(all, [("FFC", Some("Classic crime")), ("1DDR", Some("Ireland"))]);
        let many = (0..300).map(|number| ThemaCode::new(&format!("A{number}"), None).unwrap());
        assert_eq!(deduplicate(many).len(), 100);
    }
}
