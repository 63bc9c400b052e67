//! Grades in words.

use crate::Page;

/// The codes of the grades that a form offers, in the order of school years. British levels are only offered
/// where a member has one.
pub(super) const GRADE_CODES: [&str; 19] =
    ["P", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17"];

/// The name of a grade in the visitor's language; the code of a grade that has none.
pub(crate) fn grade_name(page: &Page<'_>, code: &str) -> String {
    match (code, code.parse::<u64>()) {
        ("P", _) => page.text("school-grade-preschool"),
        ("K", _) => page.text("school-grade-kindergarten"),
        (_, Ok(year @ 1..=12)) => page.count("school-grade-year", year),
        (_, Ok(year @ 13..=16)) => page.count("school-grade-college", year - 12),
        (_, Ok(17)) => page.text("school-grade-graduate"),
        _ => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use domain::grades::{is_grade, sort_key};

    use super::GRADE_CODES;

    #[test]
    fn the_offered_grades_are_grades_in_order() {
        assert!(GRADE_CODES.iter().all(|code| is_grade(code)));
        assert!(GRADE_CODES.is_sorted_by_key(|code| sort_key(code)));
    }
}
