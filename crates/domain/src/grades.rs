//! School grades: ONIX code list 77 in North America, BIC educational levels in the United Kingdom
//! (spec 4, 3.1).

use std::sync::LazyLock;

use crate::data::{Table, table};

static GRADES: LazyLock<Table<2>> = LazyLock::new(|| table(include_str!("../data/grades.tsv")));

/// Whether this is a grade code: one of ONIX code list 77, or `4` with one to four capital letters or digits
/// after it (BIC).
pub fn is_grade(code: &str) -> bool {
    GRADES.get(code).is_some() || is_bic(code)
}

/// The display name; a code without a name of its own is shown as it is.
pub fn name(code: &str) -> String {
    GRADES.get(code).map_or(code, |row| row[1]).to_owned()
}

fn is_bic(code: &str) -> bool {
    code.strip_prefix('4').is_some_and(|rest| {
        (1..=4).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn american_grades_have_names() {
        assert!(GRADES.keys().is_sorted_by(|a, b| a < b));
        assert_eq!(GRADES.keys().count(), 19);
        let names = ["P", "K", "1", "2", "3", "4", "11", "12", "13", "17"].map(name);
        assert_eq!(
            names,
            [
                "Preschool",
                "Kindergarten",
                "1st grade",
                "2nd grade",
                "3rd grade",
                "4th grade",
                "11th grade",
                "12th grade",
                "College freshman",
                "College graduate student",
            ]
        );
    }

    #[test]
    fn british_levels_are_shown_by_their_code() {
        assert!(is_grade("4KHF") && is_grade("4Z") && is_grade("41234"));
        assert_eq!(name("4KHF"), "4KHF");
    }

    #[test]
    fn other_texts_are_no_grades() {
        for text in ["", "18", "0", "k", "4khf", "4KHFGX", "5KH", "1st"] {
            assert!(!is_grade(text), "{text}");
        }
    }
}
