//! Audience of a product.

use std::io::{self, Write};

use domain::titles::Metadata;
use domain::{ContentWarning, grades, onix};

use crate::markup::XmlWriter;
use crate::onix::audience::{GRADE_CODES, READING_AGES};

/// British school levels, which are subjects in ONIX: qualifiers of BIC for educational purpose.
pub(super) fn write_levels<W: Write>(out: &mut XmlWriter<W>, m: &Metadata) -> io::Result<()> {
    for grade in m.grades.iter().filter(|grade| grade_index(grade).is_none() && grades::is_grade(grade)) {
        out.write_lines("Subject", &[("SubjectSchemeIdentifier", "16"), ("SubjectCode", grade)])?;
    }
    Ok(())
}

pub(super) fn write_audience<W: Write>(out: &mut XmlWriter<W>, m: &Metadata) -> io::Result<()> {
    let adult = m.adult_content && !m.content_warnings.contains(&ContentWarning::Adult);
    let more = adult.then_some(ContentWarning::Adult);
    for warning in m.content_warnings.iter().copied().chain(more) {
        let code = onix::code(203, warning.as_str()).unwrap_or_default();
        out.write_lines("Audience", &[("AudienceCodeType", "22"), ("AudienceCodeValue", code)])?;
    }
    for (from, to) in find_runs(&m.grades) {
        write_range(out, "11", Some(GRADE_CODES[from]), Some(GRADE_CODES[to]))?;
    }
    let age = |age: Option<i32>| age.filter(|age| READING_AGES.contains(age)).map(|age| age.to_string());
    write_range(out, "17", age(m.reading_age_minimum).as_deref(), age(m.reading_age_maximum).as_deref())?;
    write_lexile(out, m)
}

fn grade_index(grade: &str) -> Option<usize> {
    GRADE_CODES.iter().position(|other| *other == grade)
}

/// Runs of consecutive grades, in their order; each becomes a range.
fn find_runs(grades: &[String]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in grades.iter().filter_map(|grade| grade_index(grade)) {
        match runs.last_mut() {
            Some((_, to)) if *to + 1 == at => *to = at,
            _ => runs.push((at, at)),
        }
    }
    // Readers of ranges sort all grades.
    let sorted = runs.is_sorted_by(|a, b| a.1 < b.0);
    if sorted {
        runs
    } else {
        runs.into_iter().flat_map(|(from, to)| (from..=to).map(|at| (at, at))).collect()
    }
}

fn write_range<W: Write>(
    out: &mut XmlWriter<W>,
    qualifier: &str,
    from: Option<&str>,
    to: Option<&str>,
) -> io::Result<()> {
    if from.is_none() && to.is_none() {
        return Ok(());
    }
    let bounds = if from == to { [("01", from), ("", None)] } else { [("03", from), ("04", to)] };
    let mut lines = vec![("AudienceRangeQualifier", qualifier)];
    for (precision, value) in bounds {
        if let Some(value) = value {
            lines.extend([("AudienceRangePrecision", precision), ("AudienceRangeValue", value)]);
        }
    }
    out.write_lines("AudienceRange", &lines)
}

fn write_lexile<W: Write>(out: &mut XmlWriter<W>, m: &Metadata) -> io::Result<()> {
    let code = m.lexile_code.as_deref().unwrap_or_default();
    let (scheme, value) = match &m.lexile_number {
        Some(number) => ("06", format!("{code}{number}L")),
        None if code.is_empty() => return Ok(()),
        None => ("01", code.to_owned()),
    };
    out.write_lines("Complexity", &[("ComplexitySchemeIdentifier", scheme), ("ComplexityCode", &value)])
}
