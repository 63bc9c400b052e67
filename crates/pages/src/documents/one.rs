//! /documents/{id}: a document that becomes a book, and its end.

use domain::documents::DocumentState;
use services::documents::{self, ConversionReport, DocumentDetails};

use super::document_path;
use crate::books::parse_title_id;
use crate::conversion_reports::FindingsView;
use crate::formats::format_name;
use crate::page::render_scripted;
use crate::question::Question;
use crate::texts::value_message;
use crate::titles::formats::FormatOffer;
use crate::waiting::PagePolling;
use crate::{Form, Link, Page, Path, Query, Result, Section, Visitor, format_moment, render};

#[derive(askama::Template)]
#[template(path = "document.html")]
struct DocumentPage<'a> {
    page: Page<'a>,
    title: &'a str,
    path: String,
    /// The address of the title that the document is.
    book: String,
    read: String,
    sent_date: String,
    status_text: String,
    /// The reason why it could not be converted, in the words of the program that tried.
    reason: Option<&'a str>,
    is_ready: bool,
    /// State of reloading, if the book is being made.
    waiting: Option<PagePolling>,
    offers: Vec<FormatOffer>,
    reports: Vec<ReportSection<'a>>,
}

/// What was repaired or left out, under a heading.
struct ReportSection<'a> {
    heading: String,
    findings: FindingsView<'a>,
}

impl<'a> ReportSection<'a> {
    fn new(page: &Page<'_>, report: &'a ConversionReport) -> Self {
        let heading = match report.format {
            None => page.text("document-report"),
            Some(format) => page.with_name("document-report-format", &format_name(page, format)),
        };
        Self { heading, findings: FindingsView::new(page, &report.findings) }
    }
}

/// GET: the status of the document. The page reloads until the book is ready.
pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    let op = visitor.signed_in_user()?;
    let id = parse_title_id(&id)?;
    let DocumentDetails { view: seen, state, files, reports } = documents::get_details(op, id).await?;
    let page = visitor.page(Section::Shelf);
    let id = seen.item.id;
    let m = &seen.item.metadata;
    let is_ready = state == DocumentState::Ready;
    let here = document_path(id);
    let offers = files.map(|files| FormatOffer::from_view(&page, &seen, &files)).unwrap_or_default();
    let waiting = (state == DocumentState::Pending).then(|| PagePolling::from_fields(&fields, &here));
    let said = match &waiting {
        Some(waiting) => waiting.status_text(&page, &value_message("document", state)),
        None => page.value_text("document", state),
    };
    let page = DocumentPage {
        title: &m.title,
        path: here,
        book: format!("/titles/{id}"),
        read: format!("/read/{id}"),
        sent_date: page.with_name("document-sent", &format_moment(&page, seen.item.dates.created)),
        status_text: said,
        reason: m.notes.as_deref().filter(|_| state == DocumentState::Failed),
        offers,
        reports: reports.iter().map(|report| ReportSection::new(&page, report)).collect(),
        is_ready,
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { render_scripted(&page) } else { render(&page) })
}

/// GET /documents/{id}/remove: asks for confirmation.
pub(super) async fn confirm_removal(visitor: Visitor, Path(id): Path<String>) -> Result {
    let op = visitor.signed_in_user()?;
    let id = parse_title_id(&id)?;
    let (seen, _) = documents::get(op, id).await?;
    let page = visitor.page(Section::Shelf);
    let path = document_path(seen.item.id);
    let title = seen.item.metadata.title.clone();
    let question = Question {
        heading: page.text("document-remove"),
        paragraphs: vec![page.with_name("document-remove-text", &title)],
        subject: title,
        action: format!("{path}/remove"),
        fields: Vec::new(),
        button: page.text("document-remove"),
        back: Link::new(path, page.text("document-keep")),
    };
    Ok(question.render(page))
}

/// POST /documents/{id}/remove
pub(super) async fn remove_document(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    documents::remove(visitor.signed_in_user()?, parse_title_id(&id)?).await?;
    visitor.redirect_with_message("document-removed", "/documents")
}
