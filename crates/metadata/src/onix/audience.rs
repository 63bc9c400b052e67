//! Audience of a title: grades, ages, warnings, reading levels.

use domain::grades;
use domain::titles::{ContentWarning, Metadata};
use domain::wire::WireEnum as _;

use super::codes::meaning;
use super::tags::Tag;
use super::tree::Node;
use crate::entry::Notes;
use crate::record::add;

/// Code list 77 in the order of school years.
pub(super) const GRADES: [&str; 19] =
    ["P", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17"];
/// The last grade of schools.
const LAST_OF_SCHOOL: usize = 13;

pub(super) fn audience(detail: &Node, metadata: &mut Metadata, notes: &mut Notes) {
    for audience in detail.all(Tag::Audience) {
        let kind = meaning(29, audience.code(Tag::AudienceCodeType), "AudienceCodeType", notes);
        if kind == "adult" {
            let code = audience.code(Tag::AudienceCodeValue);
            if let Ok(warning) = ContentWarning::parse(meaning(203, code, "AudienceCodeValue", notes)) {
                metadata.adult_content |= warning == ContentWarning::Adult;
                add(&mut metadata.content_warnings, warning);
            }
        }
    }
    for range in detail.all(Tag::AudienceRange) {
        let values = values(range, notes);
        match meaning(30, range.code(Tag::AudienceRangeQualifier), "AudienceRangeQualifier", notes) {
            "grade" => grades_of(&values, metadata, notes),
            "age" => ages(&values, metadata),
            _ => {}
        }
    }
    for complexity in detail.all(Tag::Complexity) {
        let scheme = complexity.code(Tag::ComplexitySchemeIdentifier);
        let scheme = meaning(32, scheme, "ComplexitySchemeIdentifier", notes);
        lexile(scheme, complexity.code(Tag::ComplexityCode), metadata);
    }
}

/// A value and its precision.
type Value<'n> = (&'static str, &'n str);

fn values<'n>(range: &'n Node, notes: &mut Notes) -> Vec<Value<'n>> {
    let (mut values, mut precision) = (Vec::new(), "");
    for child in &range.children {
        match (child.tag, child.said()) {
            (Tag::AudienceRangePrecision, Some(code)) => {
                precision = meaning(31, code, "AudienceRangePrecision", notes);
            }
            (Tag::AudienceRangeValue, Some(value)) => values.push((precision, value)),
            _ => {}
        }
    }
    values
}

fn grades_of(values: &[Value<'_>], metadata: &mut Metadata, notes: &mut Notes) {
    let place = |value: &str| {
        let value = value.trim_start_matches('0').to_ascii_uppercase();
        GRADES.iter().position(|grade| *grade == value)
    };
    let (mut from, mut to) = (None, None);
    for (precision, value) in values {
        let Some(at) = place(value) else {
            notes.add(format!("AudienceRangeValue: {value:.20} is not in code list 77"));
            continue;
        };
        match *precision {
            "from" => from = Some(at),
            "to" => to = Some(at),
            _ => add(&mut metadata.grades, GRADES[at].to_owned()),
        }
    }
    let range = match (from, to) {
        (Some(from), Some(to)) => from..=to,
        // Open at one end: up to the end of school.
        (Some(from), None) => from..=LAST_OF_SCHOOL.max(from),
        (None, Some(to)) => 0..=to,
        (None, None) => return,
    };
    for grade in GRADES.get(range).unwrap_or_default() {
        add(&mut metadata.grades, (*grade).to_owned());
    }
    metadata.grades.sort_by_key(|grade| grades::sort_key(grade));
}

fn ages(values: &[Value<'_>], metadata: &mut Metadata) {
    for (precision, value) in values {
        let Some(age) = value.parse::<i32>().ok().filter(|age| (0..=120).contains(age)) else { continue };
        if *precision != "to" {
            metadata.reading_age_minimum = Some(age);
        }
        if *precision != "from" {
            metadata.reading_age_maximum = Some(age);
        }
    }
}

/// Lexile codes (docs/rules/values.md#rule-10).
pub(crate) const LEXILE: [&str; 7] = ["AD", "NC", "HL", "IG", "GN", "BR", "NP"];

fn lexile(scheme: &str, value: &str, metadata: &mut Metadata) {
    let value = value.trim().to_ascii_uppercase();
    let code = LEXILE.into_iter().find(|code| value.starts_with(code));
    let digits: String = value.chars().filter(char::is_ascii_digit).take(5).collect();
    if matches!(scheme, "code" | "measure") && code.is_some() {
        metadata.lexile_code = code.map(str::to_owned);
    }
    if matches!(scheme, "number" | "measure") && !digits.is_empty() {
        metadata.lexile_number = Some(digits);
    }
}
