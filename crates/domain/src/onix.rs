//! Meanings of the codes in suppliers' records: code lists of ONIX. A code that is in no list is unknown
//! and means nothing; none is ever guessed.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::ContributorType;
use crate::data::{Table, parse_table};
use crate::wire::WireEnum as _;

static CODES: LazyLock<Table<3>> = LazyLock::new(|| parse_table(include_str!("../data/onix.tsv")));
/// The first code of a list that has a meaning, by list and meaning.
static MEANINGS: LazyLock<HashMap<(u16, &'static str), &'static str>> = LazyLock::new(|| {
    let mut codes = HashMap::new();
    for row in CODES.rows().iter().filter(|row| !row[2].is_empty()) {
        if let Some((list, code)) = row[0].split_once('/')
            && let Ok(list) = list.parse()
        {
            codes.entry((list, row[2])).or_insert(code);
        }
    }
    codes
});

/// The meaning of a list's code: empty for a code that titles have no field for, `None` for a code that the
/// list does not have.
pub fn meaning(list: u16, code: &str) -> Option<&'static str> {
    CODES.get(&format!("{list}/{code}")).map(|row| row[2])
}

/// The first code of a list that has this meaning. `None` if the code does not exist.
pub fn code(list: u16, meaning: &str) -> Option<&'static str> {
    MEANINGS.get(&(list, meaning)).copied()
}

/// Parses the meaning of a role of code list 17. Empty for a role that titles have no field for.
pub fn parse_contributor_types(meaning: &str) -> Vec<ContributorType> {
    meaning.split(' ').filter_map(|word| ContributorType::parse(word).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ContentWarning;

    #[test]
    fn the_lists_are_sorted_and_whole() {
        assert!(CODES.keys().is_sorted_by(|a, b| a < b));
        assert!(
            CODES.rows().iter().all(|row| row[1].is_empty() == row[2].is_empty()),
            "a name for each meaning"
        );
        let of = |list: &str| CODES.keys().filter(|key| key.split('/').next() == Some(list)).count();
        assert_eq!((of("17"), of("196"), of("203"), of("1")), (124, 64, 14, 9));
    }

    #[test]
    fn every_role_and_warning_has_its_name_on_the_wire() {
        for row in CODES.rows() {
            let (list, _) = row[0].split_once('/').unwrap();
            match list {
                "17" if row[2] != "narrator" => {
                    let words = row[2].split(' ').filter(|word| !word.is_empty()).count();
                    assert_eq!(parse_contributor_types(row[2]).len(), words, "{row:?}");
                }
                "203" => assert!(ContentWarning::parse(row[2]).is_ok(), "{row:?}"),
                _ => {}
            }
        }
    }

    #[test]
    fn a_code_that_is_in_no_list_means_nothing() {
        assert_eq!(meaning(17, "A01"), Some("author"));
        assert_eq!(meaning(17, "Z01"), Some(""));
        assert_eq!(meaning(17, "A98"), None);
        assert_eq!(meaning(999, "01"), None);
        assert_eq!(
            parse_contributor_types("editor translator"),
            [ContributorType::Editor, ContributorType::Translator]
        );
    }

    #[test]
    fn a_meaning_has_its_first_code() {
        assert_eq!(code(196, "feature longDescription"), Some("15"), "16 is the same");
        assert_eq!(code(203, "violence"), Some("04"));
        assert_eq!(code(203, "noise"), None);
        assert_eq!(code(17, ""), None);
        for row in CODES.rows().iter().filter(|row| !row[2].is_empty()) {
            let list = row[0].split('/').next().unwrap().parse().unwrap();
            assert_eq!(meaning(list, code(list, row[2]).unwrap()), Some(row[2]));
        }
    }
}
