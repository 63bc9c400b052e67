//! Audience of a title: grades, ages, warnings, reading levels.

use std::ops::RangeInclusive;

use domain::titles::Metadata;
use domain::{ContentWarning, WireEnum as _, grades};

use super::codes::code_meaning;
use super::tags::Tag;
use super::tree::OnixNode;
use crate::entry::Notes;
use crate::record::add_once;

/// Code list 77 in the order of school years.
pub(super) const GRADE_CODES: [&str; 19] =
    ["P", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17"];
const LAST_SCHOOL_GRADE_INDEX: usize = 13;
/// Ages of readers that a record may have.
pub(crate) const READING_AGES: RangeInclusive<i32> = 0..=120;

pub(super) fn map_audience(detail: &OnixNode, metadata: &mut Metadata, notes: &mut Notes) {
    for audience in detail.children_of(Tag::Audience) {
        let kind = code_meaning(29, audience.code_of(Tag::AudienceCodeType), "AudienceCodeType", notes);
        if kind == "adult" {
            let code = audience.code_of(Tag::AudienceCodeValue);
            if let Ok(warning) = ContentWarning::parse(code_meaning(203, code, "AudienceCodeValue", notes)) {
                metadata.adult_content |= warning == ContentWarning::Adult;
                add_once(&mut metadata.content_warnings, warning);
            }
        }
    }
    for range in detail.children_of(Tag::AudienceRange) {
        let values = read_range(range, notes);
        match code_meaning(30, range.code_of(Tag::AudienceRangeQualifier), "AudienceRangeQualifier", notes) {
            "grade" => map_grades(&values, metadata, notes),
            "age" => map_ages(&values, metadata),
            _ => {}
        }
    }
    for complexity in detail.children_of(Tag::Complexity) {
        let scheme = complexity.code_of(Tag::ComplexitySchemeIdentifier);
        let scheme = code_meaning(32, scheme, "ComplexitySchemeIdentifier", notes);
        map_lexile(scheme, complexity.code_of(Tag::ComplexityCode), metadata);
    }
}

type RangeValue<'n> = (&'static str, &'n str);

fn read_range<'n>(range: &'n OnixNode, notes: &mut Notes) -> Vec<RangeValue<'n>> {
    let (mut values, mut precision) = (Vec::new(), "");
    for child in &range.children {
        match (child.tag, child.text()) {
            (Tag::AudienceRangePrecision, Some(code)) => {
                precision = code_meaning(31, code, "AudienceRangePrecision", notes);
            }
            (Tag::AudienceRangeValue, Some(value)) => values.push((precision, value)),
            _ => {}
        }
    }
    values
}

fn map_grades(values: &[RangeValue<'_>], metadata: &mut Metadata, notes: &mut Notes) {
    let place = |value: &str| {
        let value = value.trim_start_matches('0').to_ascii_uppercase();
        GRADE_CODES.iter().position(|grade| *grade == value)
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
            _ => add_once(&mut metadata.grades, GRADE_CODES[at].to_owned()),
        }
    }
    let range = match (from, to) {
        // In either order.
        (Some(from), Some(to)) => from.min(to)..=from.max(to),
        // Open at one end: up to the end of school.
        (Some(from), None) => from..=LAST_SCHOOL_GRADE_INDEX.max(from),
        (None, Some(to)) => 0..=to,
        (None, None) => return,
    };
    for grade in GRADE_CODES.get(range).unwrap_or_default() {
        add_once(&mut metadata.grades, (*grade).to_owned());
    }
    metadata.grades.sort_by_key(|grade| grades::sort_key(grade));
}

fn map_ages(values: &[RangeValue<'_>], metadata: &mut Metadata) {
    let (mut from, mut to) = (None, None);
    for (precision, value) in values {
        let Some(age) = value.parse::<i32>().ok().filter(|age| READING_AGES.contains(age)) else { continue };
        if *precision != "to" {
            from = Some(age);
        }
        if *precision != "from" {
            to = Some(age);
        }
    }
    // Some suppliers have each end in a range of its own; other ranges replace the one before.
    let joined = (from.or(metadata.reading_age_minimum), to.or(metadata.reading_age_maximum));
    let is_range = joined.0.zip(joined.1).is_none_or(|(from, to)| from <= to);
    let is_stated = from.is_some() || to.is_some();
    if is_stated {
        (metadata.reading_age_minimum, metadata.reading_age_maximum) =
            if is_range { joined } else { (from, to) };
    }
}

/// Lexile codes (docs/rules/values.md#rule-10).
pub(crate) const LEXILE_CODES: [&str; 7] = ["AD", "NC", "HL", "IG", "GN", "BR", "NP"];

/// Maps the code, the number or both of a Lexile measure, by the kind of scheme.
pub(crate) fn map_lexile(scheme: &str, value: &str, metadata: &mut Metadata) {
    let value = value.trim().to_ascii_uppercase();
    let code = LEXILE_CODES.into_iter().find(|code| value.starts_with(code));
    let digits: String = value.chars().filter(char::is_ascii_digit).take(5).collect();
    if matches!(scheme, "code" | "measure") && code.is_some() {
        metadata.lexile_code = code.map(str::to_owned);
    }
    if matches!(scheme, "number" | "measure") && !digits.is_empty() {
        metadata.lexile_number = Some(digits);
    }
}
