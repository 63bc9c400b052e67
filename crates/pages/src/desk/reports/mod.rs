//! /desk/reports: numbers for funders, as tables and as files, and readers without a book.

mod form;
mod idle;
mod tables;

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use services::ErrorKey;
use services::reports::{MIN_PUBLISHED_COUNT, UsageReport, make_report};

use self::form::ReportForm;
use self::tables::NumberTable;
use crate::attachments::attach_file;
use crate::inputs::{InputError, form_status};
use crate::{Fields, Page, Pages, Problem, Query, Result, Section, Visitor, render_with_status};

const PAGE_PATH: &str = "/desk/reports";

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/reports", get(show_page))
        .route("/desk/reports/readers.csv", get(download_readers))
        .route("/desk/reports/books.csv", get(download_books))
        .route("/desk/reports/without-books", get(idle::show_page))
}

#[derive(askama::Template)]
#[template(path = "desk_reports.html")]
struct ReportsPage<'a> {
    page: Page<'a>,
    form: ReportForm,
    errors: Vec<InputError>,
    /// `None` before a report is asked for.
    report: Option<ReportView>,
}

struct ReportView {
    name: String,
    readers: NumberTable,
    books: NumberTable,
    readers_path: String,
    books_path: String,
    /// The sentence about numbers that are withheld.
    withheld_text: String,
}

async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let mut form = ReportForm::read(&page, &fields, visitor.op.today());
    let mut report = None;
    if let Some(request) = form.to_request().filter(|_| form.is_sent) {
        match make_report(&visitor.op, &request).await {
            Ok(made) => report = Some(report_view(&page, &form, &made)),
            Err(error) if error.key() == Some(ErrorKey::OrganizationNotFound) => form.mark_unknown(&page),
            Err(error) => return Err(error.into()),
        }
    }
    let errors = form.list_errors();
    let status = form_status(&errors);
    Ok(render_with_status(status, &ReportsPage { page, form, errors, report }))
}

fn report_view(page: &Page<'_>, form: &ReportForm, report: &UsageReport) -> ReportView {
    ReportView {
        name: report.name.clone(),
        readers: NumberTable::for_readers(page, report),
        books: NumberTable::for_books(page, report),
        readers_path: format!("{PAGE_PATH}/readers.csv?{}", form.query()),
        books_path: format!("{PAGE_PATH}/books.csv?{}", form.query()),
        withheld_text: page.count("reports-withheld-text", MIN_PUBLISHED_COUNT),
    }
}

/// GET /desk/reports/readers.csv
async fn download_readers(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let report = make_requested(&page, &visitor, &fields).await?;
    Ok(attach_table("readers.csv", &NumberTable::for_readers(&page, &report)))
}

/// GET /desk/reports/books.csv
async fn download_books(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let report = make_requested(&page, &visitor, &fields).await?;
    Ok(attach_table("books.csv", &NumberTable::for_books(&page, &report)))
}

/// The report that an address asks for. Only the page leads to it, so a bad address is that of nothing.
async fn make_requested(page: &Page<'_>, visitor: &Visitor, fields: &Fields) -> Result<UsageReport> {
    let form = ReportForm::read(page, fields, visitor.op.today());
    let request = form.to_request().ok_or(Problem::NotFound)?;
    Ok(make_report(&visitor.op, &request).await?)
}

fn attach_table(name: &str, table: &NumberTable) -> Response {
    attach_file(name, "text/csv; charset=utf-8", table.to_csv())
}
