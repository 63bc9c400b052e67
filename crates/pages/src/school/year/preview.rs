//! The preview of a new school year, with its numbers in sentences.

use askama::filters::HtmlSafeOutput;
use axum::response::Response;
use services::roster_runs::RosterRun;
use services::school_year::{
    GradeGroup, GradeStep, LeaverFate, MAX_LISTED_LEAVERS, YearChoices, YearPreview,
};

use super::form::YearForm;
use crate::school::members::grades::grade_name;
use crate::{Page, Section, Visitor, format_day_of, render};

#[derive(askama::Template)]
#[template(path = "school_year_preview.html")]
struct YearPreviewPage<'a> {
    page: Page<'a>,
    /// True if the members have changed since they were shown.
    is_outdated: bool,
    /// When the last school year began: at most one sentence.
    previous: Vec<HtmlSafeOutput<String>>,
    /// Sentences with the numbers of those who go one grade up, by grade.
    steps: Vec<String>,
    /// The number of those who leave, and what becomes of them.
    leavers_text: String,
    names_heading: String,
    /// Names of those who leave.
    names: &'a [String],
    /// Sentences with the numbers of those who stay as they are, by grade.
    unchanged: Vec<String>,
    can_be_confirmed: bool,
    hidden_fields: Vec<(&'static str, &'static str)>,
    digest: &'a str,
    /// The address of the form with the same choices.
    back_path: String,
}

/// The page that shows what a new school year would do.
pub(super) fn render_preview(
    visitor: &Visitor,
    (form, choices): (&YearForm, &YearChoices),
    preview: &YearPreview,
    is_outdated: bool,
) -> Response {
    let page = visitor.page(Section::Account);
    let leavers = match choices.leavers {
        LeaverFate::Keep => "school-year-kept",
        LeaverFate::Remove => "school-year-removed",
    };
    render(&YearPreviewPage {
        is_outdated,
        previous: preview.previous.iter().map(|run| describe_previous(&page, run)).collect(),
        steps: preview.steps.iter().map(|step| describe_step(&page, step)).collect(),
        leavers_text: page.count(leavers, preview.leavers as u64),
        names_heading: if preview.leavers > preview.leaver_names.len() {
            page.count("school-year-first-names", MAX_LISTED_LEAVERS as u64)
        } else {
            page.text("school-year-names")
        },
        names: &preview.leaver_names,
        unchanged: preview.unchanged.iter().map(|group| describe_group(&page, group)).collect(),
        can_be_confirmed: preview.can_be_confirmed,
        hidden_fields: form.to_hidden_fields(),
        digest: &preview.digest,
        back_path: form.address(),
        page,
    })
}

/// The sentence that says who began the last school year, and when.
fn describe_previous(page: &Page<'_>, run: &RosterRun) -> HtmlSafeOutput<String> {
    let name = run.made_by.clone().unwrap_or_else(|| page.text("runs-by-library"));
    let date = format_day_of(page, run.made);
    page.format_html("school-year-previous", &name, &[("date", date.as_str().into())])
}

fn describe_step(page: &Page<'_>, step: &GradeStep) -> String {
    let (from, to) = (grade_name(page, &step.from), grade_name(page, step.to));
    let values = [("from", from.as_str().into()), ("to", to.as_str().into()), ("count", step.members.into())];
    page.format("school-year-step", &values)
}

fn describe_group(page: &Page<'_>, group: &GradeGroup) -> String {
    let grade = match &group.grade {
        Some(code) => grade_name(page, code),
        None => page.text("school-year-no-grade"),
    };
    page.format("school-year-group", &[("grade", grade.as_str().into()), ("count", group.members.into())])
}
