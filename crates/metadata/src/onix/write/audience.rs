//! Audience of a product.

use std::io::{self, Write};

use domain::titles::{ContentWarning, Metadata};
use domain::{grades, onix};

use crate::markup::Markup;
use crate::onix::audience::GRADES;

/// British school levels, which are subjects in ONIX: qualifiers of BIC for educational purpose.
pub(super) fn levels<W: Write>(out: &mut Markup<W>, m: &Metadata) -> io::Result<()> {
    for grade in m.grades.iter().filter(|grade| place(grade).is_none() && grades::is_grade(grade)) {
        out.within("Subject", |out| {
            out.line("SubjectSchemeIdentifier", "16")?;
            out.line("SubjectCode", grade)
        })?;
    }
    Ok(())
}

pub(super) fn audience<W: Write>(out: &mut Markup<W>, m: &Metadata) -> io::Result<()> {
    let adult = m.adult_content && !m.content_warnings.contains(&ContentWarning::Adult);
    let more = adult.then_some(ContentWarning::Adult);
    for warning in m.content_warnings.iter().copied().chain(more) {
        out.within("Audience", |out| {
            out.line("AudienceCodeType", "22")?;
            out.some("AudienceCodeValue", onix::code(203, warning.as_str()))
        })?;
    }
    for (from, to) in runs(&m.grades) {
        range(out, "11", Some(GRADES[from]), Some(GRADES[to]))?;
    }
    let age = |age: Option<i32>| age.filter(|age| (0..=120).contains(age)).map(|age| age.to_string());
    range(out, "17", age(m.reading_age_minimum).as_deref(), age(m.reading_age_maximum).as_deref())?;
    lexile(out, m)
}

fn place(grade: &str) -> Option<usize> {
    GRADES.iter().position(|other| *other == grade)
}

/// Runs of consecutive grades, in their order; each becomes a range.
fn runs(grades: &[String]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in grades.iter().filter_map(|grade| place(grade)) {
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

fn range<W: Write>(
    out: &mut Markup<W>,
    qualifier: &str,
    from: Option<&str>,
    to: Option<&str>,
) -> io::Result<()> {
    if from.is_none() && to.is_none() {
        return Ok(());
    }
    let exact = from.filter(|from| to == Some(*from));
    let bounds = match exact {
        Some(only) => vec![("01", only)],
        None => {
            [("03", from), ("04", to)].into_iter().filter_map(|(how, value)| Some((how, value?))).collect()
        }
    };
    out.within("AudienceRange", |out| {
        out.line("AudienceRangeQualifier", qualifier)?;
        bounds.into_iter().try_for_each(|(precision, value)| {
            out.line("AudienceRangePrecision", precision)?;
            out.line("AudienceRangeValue", value)
        })
    })
}

fn lexile<W: Write>(out: &mut Markup<W>, m: &Metadata) -> io::Result<()> {
    let code = m.lexile_code.as_deref().unwrap_or_default();
    let (scheme, value) = match &m.lexile_number {
        Some(number) => ("06", format!("{code}{number}L")),
        None if code.is_empty() => return Ok(()),
        None => ("01", code.to_owned()),
    };
    out.within("Complexity", |out| {
        out.line("ComplexitySchemeIdentifier", scheme)?;
        out.line("ComplexityCode", &value)
    })
}
