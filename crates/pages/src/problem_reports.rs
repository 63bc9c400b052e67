//! /staff/problems: problems that readers have reported, for collection staff.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use services::problem_reports::{self, Reported};
use services::roles::{CollectionStaff, FromCaller as _};
use services::{ErrorKey, Part};

use crate::books::lang;
use crate::dates::moment;
use crate::fields::{Form, Query};
use crate::formats::direction;
use crate::page::{Page, Section, redirect, show};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::{Problem, Result};
use crate::prose;
use crate::state::Pages;
use crate::visitor::Visitor;

/// The address of the list.
pub(crate) const PATH: &str = "/staff/problems";

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/staff/problems", get(list).post(close))
}

/// A report as the page shows it.
struct Shown {
    id: i64,
    href: String,
    title: String,
    lang: String,
    dir: &'static str,
    kind: String,
    words: Vec<String>,
    /// The language of the words. Empty if it is that of the page, or not known.
    words_lang: String,
    reporter: String,
    reported: String,
}

impl Shown {
    /// The number, for the name of the button.
    fn number(&self) -> u64 {
        self.id.unsigned_abs()
    }
}

#[derive(Template)]
#[template(path = "problem_reports.html")]
struct ReportsPage<'a> {
    page: Page<'a>,
    count: String,
    reports: Vec<Shown>,
    pager: Pager,
}

/// GET: the open reports, oldest first.
async fn list(State(pages): State<Pages>, visitor: Visitor, Query(fields): Query) -> Result<Response> {
    let staff = CollectionStaff::from_caller(&visitor.caller)?;
    let (after, backward) = Start::read(&fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part = Part { sort: (), descending: false, after: after.as_ref(), backward, limit };
    let rows = problem_reports::open(&pages.library, &staff, part).await?;
    if rows.items.is_empty() && after.is_some() {
        // What was on this page is closed.
        return redirect(PATH);
    }
    let page = Page::new(&pages, &visitor, Section::Account);
    Ok(show(&ReportsPage {
        count: page.count("problems-count", rows.total),
        reports: rows.items.iter().map(|one| shown(&page, one)).collect(),
        pager: Pager::new(PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

fn shown(page: &Page<'_>, one: &Reported) -> Shown {
    let report = &one.report;
    let lang = one.title.as_ref().map_or("", |title| lang(title));
    let title = one.title.as_ref().map(|title| title.metadata.title.clone());
    let words = report.words.as_deref().unwrap_or_default();
    Shown {
        id: report.id,
        href: format!("/titles/{}", report.title),
        title: title.unwrap_or_else(|| report.title.to_string()),
        lang: lang.to_owned(),
        dir: direction(lang),
        kind: page.text(&format!("report-kind-{}", report.kind.as_str())),
        words_lang: prose::lang(page, None, words),
        words: words.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
        reporter: one.reporter.clone().unwrap_or_else(|| page.text("problems-nobody")),
        reported: moment(page, report.reported),
    }
}

/// POST: closes the report `report`.
async fn close(State(pages): State<Pages>, visitor: Visitor, Form(fields): Form) -> Result<Response> {
    let staff = CollectionStaff::from_caller(&visitor.caller)?;
    let id = fields.get("report").and_then(|id| id.parse().ok()).ok_or(Problem::NotFound)?;
    match problem_reports::close(&pages.library.context(&staff), id).await {
        // Somebody else was faster: the list shows what is left.
        Err(error) if error.key() == Some(ErrorKey::RecordNotFound) => redirect(PATH),
        closed => {
            closed?;
            visitor.done("problems-closed", &pages, PATH)
        }
    }
}
