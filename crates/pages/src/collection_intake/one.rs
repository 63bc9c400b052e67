//! One run: its progress, its result, its report, and stopping it.

use axum::body::Body;
use services::intake::{self, IntakeDetails, IntakeLine, IntakeState, IntakeView, RepairedBook};

use super::runs::RunRow;
use super::wording::{describe_options, list_replacement_effects, progress_text, state_message};
use super::{parse_run_id, run_path};
use crate::attachments::attach_file;
use crate::books::managed_title_path;
use crate::page::render_scripted;
use crate::waiting::PagePolling;
use crate::{Form, Page, Path, Query, Result, Section, Visitor, redirect_to, render};

/// A refused item, or an ignored value.
struct LineView {
    file: String,
    /// The number of the record. Empty for a file as a whole.
    record: String,
    reference: String,
    effect: String,
    reason: String,
}

impl LineView {
    fn new(page: &Page<'_>, line: &IntakeLine) -> Self {
        let effect = if line.is_ignored { "intake-effect-ignored" } else { "intake-effect-refused" };
        Self {
            file: line.file.clone(),
            record: if line.record == 0 { String::new() } else { line.record.to_string() },
            reference: line.reference.clone(),
            effect: page.text(effect),
            reason: line.reason.clone(),
        }
    }
}

/// A book of which something was repaired or left out.
struct RepairedBookView {
    file: String,
    /// The address of the title. Empty if the book was refused.
    href: String,
    findings: String,
}

impl RepairedBookView {
    fn new(page: &Page<'_>, book: &RepairedBook) -> Self {
        Self {
            file: book.file.clone(),
            href: book.title.map(managed_title_path).unwrap_or_default(),
            findings: page.count("intake-findings", book.findings),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "intake_run.html")]
struct IntakeRunPage<'a> {
    page: Page<'a>,
    run: RunRow,
    status_text: String,
    options: Vec<(String, String)>,
    /// The present step. Empty if there is none.
    progress: String,
    /// Why the run failed, in English.
    reason: Option<String>,
    /// State of reloading, if the run continues.
    waiting: Option<PagePolling>,
    can_stop: bool,
    lines: Vec<LineView>,
    /// The number of lines that only the report has. Empty if there are none.
    unlisted_lines: String,
    books: Vec<RepairedBookView>,
    unlisted_books: String,
    /// The title whose book was to be replaced. Empty if the upload was not for one.
    title_href: String,
    /// What the replacement means, in sentences. Empty if there is none.
    effects: Vec<String>,
    /// The address of the report. Empty if there is none.
    report: String,
}

/// GET: the page reloads until the run has ended.
pub(super) async fn show_run(visitor: Visitor, Path(run): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let IntakeView { run, details } = intake::get(&visitor.op, parse_run_id(&run)?).await?;
    let page = visitor.page(Section::Account);
    let row = RunRow::new(&page, &run);
    let waiting = (!run.state.is_final()).then(|| PagePolling::from_fields(&fields, &row.href));
    let status_text = match &waiting {
        Some(waiting) => waiting.status_text(&page, &state_message(&run)),
        None => row.state.clone(),
    };
    let IntakeDetails { lines, unlisted_lines, repaired, unlisted_repaired } = &details;
    let unlisted = |count: u64| if count > 0 { page.count("intake-unlisted", count) } else { String::new() };
    let is_replaced = run.options.title.is_some() && run.counts.books_added > 0;
    let page = IntakeRunPage {
        title_href: run.options.title.as_ref().map(|title| managed_title_path(title.id)).unwrap_or_default(),
        effects: if is_replaced { list_replacement_effects(&page) } else { Vec::new() },
        status_text,
        options: describe_options(&page, &run),
        progress: progress_text(&page, &run),
        reason: run.reason.filter(|_| run.state == IntakeState::Failed),
        can_stop: waiting.is_some() && !run.is_stopping,
        waiting,
        lines: lines.iter().map(|line| LineView::new(&page, line)).collect(),
        unlisted_lines: unlisted(*unlisted_lines),
        books: repaired.iter().map(|book| RepairedBookView::new(&page, book)).collect(),
        unlisted_books: unlisted(*unlisted_repaired),
        report: run.report.map(|_| format!("{}/report.csv", row.href)).unwrap_or_default(),
        run: row,
        page,
    };
    Ok(if page.waiting.is_some() { render_scripted(&page) } else { render(&page) })
}

pub(super) async fn cancel_run(visitor: Visitor, Path(run): Path<String>, _: Form) -> Result {
    visitor.op.require_collection_staff()?;
    let id = parse_run_id(&run)?;
    intake::cancel(&visitor.op, id).await?;
    // The page says that it stops, or how it has ended meanwhile.
    redirect_to(&run_path(id))
}

/// GET: the report, for a spreadsheet.
pub(super) async fn download_report(visitor: Visitor, Path(run): Path<String>) -> Result {
    visitor.op.require_collection_staff()?;
    let id = parse_run_id(&run)?;
    let report = intake::read_report(&visitor.op, id).await?;
    Ok(attach_file(&format!("upload-{id}.csv"), "text/csv; charset=utf-8", Body::from_stream(report)))
}
