//! Audience of a title (field 521): grades, ages, Lexile measures.

use domain::grades::SCHOOL_GRADES;
use domain::normalization::fold;
use domain::titles::Metadata;

use super::{MarcField, MarcRecord};
use crate::onix::{LEXILE_CODES, READING_AGES, map_lexile};
use crate::record::add_once;

/// The grade whose readers can read the text, which is not that of the readers whom it interests.
const READING_GRADES_INDICATOR: char = '0';
const INTEREST_AGES_INDICATOR: char = '1';
const INTEREST_GRADES_INDICATOR: char = '2';
/// Digits of the longest Lexile number.
const MAX_LEXILE_DIGITS: usize = 4;

pub(super) fn map_audience(marc: &MarcRecord, metadata: &mut Metadata) {
    for field in marc.fields(&["521"]) {
        for text in field.subfields("a").map(fold) {
            // The text itself says what it is, or else the first indicator does.
            let kind = field.indicators[0];
            let begins_with = |word: &str| text.trim_start_matches(['[', '(']).starts_with(word);
            let is_grades = begins_with("grade") || kind == INTEREST_GRADES_INDICATOR;
            let is_ages = begins_with("age") || kind == INTEREST_AGES_INDICATOR && !is_grades;
            if is_lexile(field, &text) {
                map_measure(&text, metadata);
            } else if is_ages {
                map_ages(&text, metadata);
            } else if is_grades && kind != READING_GRADES_INDICATOR {
                map_grades(&text, metadata);
            }
        }
    }
}

fn is_lexile(field: &MarcField, text: &str) -> bool {
    text.contains("lexile") || field.subfields("b").any(|source| fold(source).contains("lexile"))
}

/// Maps the first measure of a text: `640l`, `lexile: ad640l`; without any, its first number, if possible
/// behind the word Lexile.
fn map_measure(text: &str, metadata: &mut Metadata) {
    let text = text.to_ascii_uppercase();
    let find = |text: &str, end: &str| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.find(|word| is_measure(word) && word.ends_with(end)).map(str::to_owned)
    };
    let behind_name = || find(text.split_once("LEXILE")?.1, "");
    let measure = find(&text, "L").or_else(behind_name).or_else(|| find(&text, ""));
    if let Some(measure) = measure {
        map_lexile("measure", &measure, metadata);
    }
}

/// Returns true for a number, maybe with the letters of a Lexile measure around it.
fn is_measure(word: &str) -> bool {
    let number = LEXILE_CODES.iter().find_map(|code| word.strip_prefix(code)).unwrap_or(word);
    let digits = number.strip_suffix('L').unwrap_or(number);
    (1..=MAX_LEXILE_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A range in a text: its ends, or one of them if the text says that it is open.
enum StatedRange<T> {
    Closed(T, T),
    From(T),
    UpTo(T),
}

/// Parses a range by its values. `None` if it has another number of them than a range.
fn parse_range<T: Copy + PartialOrd>(text: &str, values: &[T]) -> Option<StatedRange<T>> {
    let has_word = |word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|other| other == word);
    match *values {
        [to] if text.contains("up to") => Some(StatedRange::UpTo(to)),
        [from] if text.contains('+') || ["up", "older", "over"].into_iter().any(has_word) => {
            Some(StatedRange::From(from))
        }
        [value] => Some(StatedRange::Closed(value, value)),
        [from, to] if from <= to => Some(StatedRange::Closed(from, to)),
        _ => None,
    }
}

fn map_ages(text: &str, metadata: &mut Metadata) {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<i32>().ok());
    let ages: Vec<i32> = numbers.filter(|age| READING_AGES.contains(age)).collect();
    let (from, to) = match parse_range(text, &ages).filter(|_| !text.contains("month")) {
        Some(StatedRange::Closed(from, to)) => (Some(from), Some(to)),
        Some(StatedRange::From(from)) => (Some(from), None),
        Some(StatedRange::UpTo(to)) => (None, Some(to)),
        None => return,
    };
    metadata.reading_age_minimum = from;
    metadata.reading_age_maximum = to;
}

/// Maps grades and ranges of them: `K-3`, `3, 5`, `grades 7 & up`.
fn map_grades(text: &str, metadata: &mut Metadata) {
    let text = text.replace("pre-k", "prek");
    for part in text.split([',', ';']) {
        let words = part.split(|c: char| !c.is_alphanumeric());
        let places: Vec<usize> = words.filter_map(parse_grade_index).collect();
        let last = SCHOOL_GRADES.len() - 1;
        let grades = match parse_range(part, &places) {
            Some(StatedRange::Closed(from, to)) => from..=to,
            Some(StatedRange::From(from)) => from..=last,
            Some(StatedRange::UpTo(to)) => 0..=to,
            None => continue,
        };
        for grade in SCHOOL_GRADES.get(grades).unwrap_or_default() {
            add_once(&mut metadata.grades, (*grade).to_owned());
        }
    }
}

/// The place of a grade among those of schools, by a folded word: `k`, `3`, `3rd`.
fn parse_grade_index(word: &str) -> Option<usize> {
    let code = match word {
        "p" | "pk" | "prek" | "prekindergarten" | "preschool" => "P",
        "k" | "kindergarten" => "K",
        word => {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let is_number = matches!(&word[digits.len()..], "" | "st" | "nd" | "rd" | "th");
            if !is_number {
                return None;
            }
            digits.trim_start_matches('0')
        }
    };
    SCHOOL_GRADES.iter().position(|grade| *grade == code)
}

#[cfg(test)]
mod tests {
    use domain::titles::Metadata;

    use crate::marc::{MarcField, MarcRecord};

    use super::map_audience;

    fn read_notes(notes: &[(char, &str)]) -> Metadata {
        let field = |(kind, text): &(char, &str)| MarcField {
            tag: "521".to_owned(),
            indicators: [*kind, ' '],
            subfields: text.split('$').zip(['a', 'b']).map(|(text, code)| (code, text.to_owned())).collect(),
        };
        let marc = MarcRecord { fields: notes.iter().map(field).collect(), ..MarcRecord::default() };
        let mut metadata = Metadata::default();
        map_audience(&marc, &mut metadata);
        metadata
    }

    #[test]
    fn ages_may_be_open_ranges() {
        for (kind, text, from, to) in [
            ('1', "008-012.", Some(8), Some(12)),
            ('1', "10.", Some(10), Some(10)),
            ('1', "5 & up", Some(5), None),
            (' ', "Ages 8 to 12.", Some(8), Some(12)),
            ('8', "[Age 14+]", Some(14), None),
            ('1', "up to 6", None, Some(6)),
            ('1', "6-18 months", None, None),
            ('1', "8-12, 14-16", None, None),
            (' ', "For 8 to 12 players", None, None),
        ] {
            let m = read_notes(&[(kind, text)]);
            assert_eq!((m.reading_age_minimum, m.reading_age_maximum), (from, to), "{text}");
            assert!(m.grades.is_empty(), "{text}");
        }
    }

    #[test]
    fn grades_are_those_of_the_readers_whom_a_book_interests() {
        for (kind, text, grades) in [
            ('2', "K-3.", "K 1 2 3"),
            ('2', "Pre-K to Grade 1", "P K 1"),
            ('2', "003-004", "3 4"),
            ('2', "1, 3, 5th", "1 3 5"),
            ('2', "10 & up", "10 11 12"),
            (' ', "Grades 3-5.", "3 4 5"),
            ('0', "3.1", ""),
            ('0', "Grade 3", ""),
            ('2', "Adult; 13; 4KHF; 0\u{5e74}", ""),
        ] {
            let m = read_notes(&[(kind, text)]);
            assert_eq!(m.grades.join(" "), grades, "{text}");
            assert_eq!((m.reading_age_minimum, m.lexile_number), (None, None), "{text}");
        }
    }

    #[test]
    fn lexile_measures_are_named_as_such() {
        for (kind, text, code, number) in [
            ('8', "640L$Lexile", None, Some("640")),
            ('8', "Lexile measure: AD640L.", Some("AD"), Some("640")),
            ('0', "Grade 3; Lexile 640L", None, Some("640")),
            ('0', "Grade 3; Lexile 640", None, Some("640")),
            ('8', "900$Lexile", None, Some("900")),
            ('8', "640L$Other", None, None),
        ] {
            let m = read_notes(&[(kind, text)]);
            assert_eq!((m.lexile_code.as_deref(), m.lexile_number.as_deref()), (code, number), "{text}");
        }
    }
}
