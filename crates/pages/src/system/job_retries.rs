//! /system/jobs/retry: all failed jobs of a kind are retried together, after a question.

use services::queue::{self, JobCount, JobFilter, JobState, RetryCounts, can_retry_kind};

use super::queue::list_path;
use super::wording::kind_name;
use crate::paging::add_query;
use crate::{Fields, Form, Link, Page, Problem, Query, Result, Section, Visitor, redirect_to, render};

/// Links to the questions for the kinds of a list that has failed jobs. Empty if it shows other jobs.
pub(super) fn list_retry_links(
    page: &Page<'_>,
    counts: &[JobCount<String>],
    filter: JobFilter<'_>,
) -> Vec<Link> {
    if filter.state.is_some_and(|state| state != JobState::Dead) {
        return Vec::new();
    }
    let is_offered = |row: &&JobCount<String>| {
        let is_listed = filter.kind.is_none_or(|kind| kind == row.group);
        row.state == JobState::Dead && is_listed && can_retry_kind(&row.group)
    };
    counts.iter().filter(is_offered).map(|row| retry_link(page, row)).collect()
}

fn retry_link(page: &Page<'_>, row: &JobCount<String>) -> Link {
    let href = add_query("/system/jobs/retry", [("kind", &row.group)]);
    let name = kind_name(page, &row.group);
    let values = [("count", row.count.into()), ("name", name.as_str().into())];
    Link::new(href, page.format("system-jobs-retry-kind", &values))
}

#[derive(askama::Template)]
#[template(path = "system_jobs_retry.html")]
struct RetryQuestionPage<'a> {
    page: Page<'a>,
    heading: String,
    kind: String,
    kind_name: String,
    list_href: String,
}

/// The kind that a form or an address names.
fn parse_kind(fields: &Fields) -> Result<&str> {
    fields.get("kind").filter(|kind| can_retry_kind(kind)).ok_or(Problem::NotFound)
}

pub(super) async fn ask_to_retry(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let kind = parse_kind(&fields)?;
    let count = queue::count_failed(&visitor.op, kind).await?;
    let list_href = list_path(Some(JobState::Dead), Some(kind));
    if count == 0 {
        return redirect_to(&list_href);
    }
    let page = visitor.page(Section::Account);
    Ok(render(&RetryQuestionPage {
        heading: page.count("system-jobs-retry-question", count),
        kind: kind.to_owned(),
        kind_name: kind_name(&page, kind),
        list_href,
        page,
    }))
}

pub(super) async fn retry_failed(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let kind = parse_kind(&fields)?;
    let message = match queue::retry_failed(&visitor.op, kind).await? {
        RetryCounts { retried: 0, .. } => "system-jobs-not-retried",
        RetryCounts { remaining: 0, .. } => "system-jobs-retried",
        RetryCounts { .. } => "system-jobs-retried-some",
    };
    visitor.redirect_with_message(message, &list_path(Some(JobState::Dead), Some(kind)))
}
