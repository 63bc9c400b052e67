//! /staff/problems: problems that readers have reported, for collection staff.

use axum::Router;
use axum::routing::get;
use services::ErrorKey;
use services::problem_reports::{self, ProblemReportView};

use crate::paging::{Pager, list_part};
use crate::{
    Form, Link, Page, Pages, Problem, Query, Result, Section, Visitor, format_moment, prose, redirect_to,
    render,
};

pub(crate) const LIST_PATH: &str = "/staff/problems";

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/staff/problems", get(list_reports).post(close_report))
}

struct ReportView {
    id: i64,
    title: Link,
    kind: String,
    words: Vec<String>,
    /// The language of the words. Empty if it is that of the page, or not known.
    words_lang: String,
    reporter: String,
    reported_date: String,
}

impl ReportView {
    /// The number, for the name of the button.
    fn number(&self) -> u64 {
        self.id.unsigned_abs()
    }
}

#[derive(askama::Template)]
#[template(path = "problem_reports.html")]
struct ProblemReportsPage<'a> {
    page: Page<'a>,
    count: String,
    reports: Vec<ReportView>,
    pager: Pager,
}

/// GET: the open reports, oldest first.
async fn list_reports(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let op = &visitor.op;
    let part = list_part(&fields)?;
    let rows = problem_reports::list_open(op, part.to_request((), false)).await?;
    if rows.items.is_empty() && part.place.is_some() {
        // All reports of this page have been closed meanwhile.
        return redirect_to(LIST_PATH);
    }
    let page = visitor.page(Section::Account);
    Ok(render(&ProblemReportsPage {
        count: page.count("problems-count", rows.total),
        reports: rows.items.iter().map(|one| report_view(&page, one)).collect(),
        pager: Pager::new(LIST_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

fn report_view(page: &Page<'_>, one: &ProblemReportView) -> ReportView {
    let report = &one.report;
    let href = format!("/titles/{}", report.title);
    let words = report.words.as_deref().unwrap_or_default();
    ReportView {
        id: report.id,
        title: match &one.title {
            Some(title) => Link::for_title(href, title),
            None => Link::new(href, report.title.to_string()),
        },
        kind: page.value_text("report-kind", report.kind),
        words_lang: prose::text_language(page, None, words),
        words: words.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
        reporter: one.reporter.clone().unwrap_or_else(|| page.text("problems-nobody")),
        reported_date: format_moment(page, report.reported),
    }
}

/// POST: closes the report `report`.
async fn close_report(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let op = &visitor.op;
    let id = fields.get("report").and_then(|id| id.parse().ok()).ok_or(Problem::NotFound)?;
    match problem_reports::close(op, id).await {
        // Another member of staff was faster: the list shows the rest.
        Err(error) if error.key() == Some(ErrorKey::RecordNotFound) => redirect_to(LIST_PATH),
        closed => {
            closed?;
            visitor.redirect_with_message("problems-closed", LIST_PATH)
        }
    }
}
