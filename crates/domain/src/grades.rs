//! School grades: ONIX code list 77 in North America, BIC educational levels in the United Kingdom
//! (docs/rules/values.md#rule-9).

use std::sync::LazyLock;

use vocabulary::grades::is_bic_level;

use crate::data::{Table, parse_table};

static GRADES: LazyLock<Table<2>> = LazyLock::new(|| parse_table(include_str!("../data/grades.tsv")));

/// The grades of schools by their codes, in the order of school years.
pub const SCHOOL_GRADES: [&str; 14] =
    ["P", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

/// Returns true if this is a grade code: one of ONIX code list 77, or `4` with one to four capital letters
/// or digits after it (BIC).
pub fn is_grade(code: &str) -> bool {
    GRADES.get(code).is_some() || is_bic_level(code)
}

/// The display name, or the code itself if it has no name.
pub fn name(code: &str) -> String {
    GRADES.get(code).map_or(code, |row| row[1]).to_owned()
}

/// Sort key of a grade: preschool, kindergarten and the grades in the order of school years, then British
/// levels by their code. As in the migration that fills the column.
pub fn sort_key(code: &str) -> String {
    match code {
        "P" => "00".to_owned(),
        "K" => "01".to_owned(),
        _ => match code.parse::<u8>() {
            Ok(year) if GRADES.get(code).is_some() => format!("{:02}", year + 1),
            _ => code.to_owned(),
        },
    }
}

/// The effect of a new school year on a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextGrade {
    /// The grade after it, by its code.
    Grade(&'static str),
    /// The last grade: its pupils leave school.
    Leaves,
    /// It has no next one: years of college, and British levels, which are not years.
    Unchanged,
}

/// The grade after a school year (docs/rules/organizations.md#rule-16).
pub fn next_grade(code: &str) -> NextGrade {
    match SCHOOL_GRADES.iter().position(|grade| *grade == code) {
        Some(at) => SCHOOL_GRADES.get(at + 1).copied().map_or(NextGrade::Leaves, NextGrade::Grade),
        None => NextGrade::Unchanged,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn american_grades_have_names() {
        assert!(GRADES.keys().is_sorted_by(|a, b| a < b));
        assert_eq!(GRADES.keys().count(), 19);
        let names = ["P", "K", "1", "2", "3", "4", "11", "12", "13", "17"].map(name);
        assert_eq!(
            names,
            [
                "Preschool", "Kindergarten", "1st grade", "2nd grade", "3rd grade", "4th grade",
                "11th grade", "12th grade", "College freshman", "College graduate student",
            ]
        );
    }

    #[test]
    fn british_levels_are_shown_by_their_code() {
        assert!(is_grade("4KHF") && is_grade("4Z") && is_grade("41234"));
        assert_eq!(name("4KHF"), "4KHF");
    }

    #[test]
    fn grades_are_sorted_as_school_goes() {
        let mut codes = ["4KHF", "10", "2", "K", "4Z", "17", "P", "9", "4", "12"];
        codes.sort_by_key(|code| sort_key(code));
        assert_eq!(codes, ["P", "K", "2", "4", "9", "10", "12", "17", "4KHF", "4Z"]);
    }

    #[test]
    fn every_american_grade_has_an_answer() {
        let risen: Vec<(&str, NextGrade)> = GRADES.keys().map(|code| (code, next_grade(code))).collect();
        let after = |code: &str| risen.iter().find(|(known, _)| *known == code).map(|(_, next)| *next);
        for pair in SCHOOL_GRADES.windows(2) {
            assert_eq!(after(pair[0]), Some(NextGrade::Grade(pair[1])));
        }
        assert_eq!(after("12"), Some(NextGrade::Leaves));
        for code in ["13", "14", "15", "16", "17"] {
            assert_eq!(after(code), Some(NextGrade::Unchanged), "{code}");
        }
        assert_eq!(risen.len(), SCHOOL_GRADES.len() + 5);
    }

    #[test]
    fn every_school_grade_but_preschool_follows_exactly_one() {
        for grade in SCHOOL_GRADES {
            let before = SCHOOL_GRADES.iter().filter(|code| next_grade(code) == NextGrade::Grade(grade));
            assert_eq!(before.count(), usize::from(grade != "P"), "{grade}");
        }
    }

    proptest! {
        #[test]
        fn a_next_grade_is_a_grade_above(code in "[PK]|1?[0-9]|4[0-9A-Z]{1,4}|[a-z0-9 ]{0,3}") {
            match next_grade(&code) {
                NextGrade::Grade(next) => {
                    prop_assert!(is_grade(&code) && is_grade(next));
                    prop_assert!(sort_key(next) > sort_key(&code));
                }
                NextGrade::Leaves => prop_assert_eq!(code, "12"),
                NextGrade::Unchanged => prop_assert!(!SCHOOL_GRADES.contains(&code.as_str())),
            }
        }
    }

    #[test]
    fn other_texts_are_no_grades() {
        for text in ["", "18", "0", "k", "4khf", "4KHFGX", "5KH", "1st"] {
            assert!(!is_grade(text), "{text}");
        }
    }
}
