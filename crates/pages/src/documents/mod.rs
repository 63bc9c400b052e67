//! /documents: the visitor's own documents, which the library makes into accessible books.

mod one;
mod upload;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use domain::documents::{DocumentState, DocumentType, LARGEST};
use domain::ids::TitleId;
use domain::wire::WireEnum as _;
use services::documents::{self, DocumentSort, NewDocument, Source};
use services::titles::{self, Seen};
use services::{ErrorKey, Part};

use crate::dates::moment;
use crate::fields::{Fields, Query};
use crate::inputs::{self, InputError, InputField, errors};
use crate::page::{Link, Page, Section, redirect, show_with};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;
use upload::Sent;

/// The routes of documents.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/documents", get(list).post(post))
        .route("/documents/{id}", get(one::get))
        .route("/documents/{id}/remove", get(one::ask).post(one::remove))
}

/// A document in the list.
struct Line {
    link: Link,
    state: String,
    sent: String,
    remove: String,
}

#[derive(Template)]
#[template(path = "documents.html")]
struct DocumentsPage<'a> {
    page: Page<'a>,
    lines: Vec<Line>,
    count: String,
    pager: Pager,
    name: InputField,
    file_hint: String,
    file_error: Option<String>,
    /// What the file field offers to choose from.
    accepted: String,
    errors: Vec<InputError>,
}

/// What is sent in, with what is wrong with it.
struct Form {
    name: InputField,
    file_error: Option<String>,
}

impl Form {
    fn empty(page: &Page<'_>) -> Self {
        let name = InputField::new_required(page, "name", "document-name")
            .with_hint(page.text("document-name-hint"));
        Self { name, file_error: None }
    }

    fn errors(&self) -> Vec<InputError> {
        let file = self.file_error.clone().map(|text| InputError { field: "file", text });
        errors(&[&self.name]).into_iter().chain(file).collect()
    }
}

/// GET /documents
async fn list(State(pages): State<Pages>, visitor: Visitor, Query(fields): Query) -> Result<Response> {
    let form = Form::empty(&Page::new(&pages, &visitor, Section::Shelf));
    index(&pages, &visitor, &fields, form).await
}

/// POST /documents: a new document.
async fn post(State(pages): State<Pages>, visitor: Visitor, sent: Sent) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let mut form = Form::empty(&page);
    form.name = form.name.read_from(&page, &sent.fields);
    let kind = match &sent.file {
        Some(file) => documents::kind(file).await?,
        None => None,
    };
    form.file_error = match (&sent.file, kind) {
        _ if sent.too_large => Some(page.count("document-too-large", LARGEST >> 20)),
        (None, _) => Some(page.text("document-missing")),
        (Some(_), None) => Some(page.text("document-unknown")),
        (Some(_), Some(_)) => None,
    };
    let (Some(file), Some(kind), true) = (sent.file, kind, form.errors().is_empty()) else {
        return index(&pages, &visitor, &Fields::default(), form).await;
    };
    let new = NewDocument { name: form.name.value.clone(), kind, source: Source::File(file) };
    match documents::create(&pages.library, &user, &new).await {
        Ok(title) => redirect(&address(title.id)),
        Err(error) if error.key() == Some(ErrorKey::OperationNotAllowed) => {
            form.file_error = Some(page.text("document-full"));
            index(&pages, &visitor, &Fields::default(), form).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn index(pages: &Pages, visitor: &Visitor, fields: &Fields, form: Form) -> Result<Response> {
    let user = visitor.user()?;
    let (after, backward) = Start::read(fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let sort = DocumentSort::DateAdded;
    let part = Part { sort, descending: true, after: after.as_ref(), backward, limit };
    let rows = documents::list(&pages.library, &user, part).await?;
    let seen = titles::page(&pages.library, &visitor.caller, &rows.items).await?;
    let all = documents::states(&pages.library, &user, &rows.items).await?;
    let page = Page::new(pages, visitor, Section::Shelf);
    let line = |seen: &Seen| {
        let known = all.iter().find(|(title, _)| *title == seen.title.id);
        line(&page, seen, known.map_or(DocumentState::Pending, |(_, state)| *state))
    };
    let errors = form.errors();
    let page = DocumentsPage {
        lines: seen.iter().map(line).collect(),
        count: page.count("documents-count", rows.total),
        pager: Pager::new("/documents", rows.previous.as_ref(), rows.next.as_ref()),
        file_hint: page.count("document-file-hint", LARGEST >> 20),
        accepted: accepted(),
        name: form.name,
        file_error: form.file_error,
        errors,
        page,
    };
    Ok(show_with(inputs::status(&page.errors), &page))
}

fn line(page: &Page<'_>, seen: &Seen, state: DocumentState) -> Line {
    let path = address(seen.title.id);
    Line {
        remove: format!("{path}/remove"),
        link: Link::new(path, &seen.title.metadata.title),
        state: page.text(message(state)),
        sent: page.with_name("document-sent", &moment(page, seen.title.dates.created)),
    }
}

/// The address of a document.
fn address(id: TitleId) -> String {
    format!("/documents/{id}")
}

/// The message that says how far a document is.
fn message(state: DocumentState) -> &'static str {
    match state {
        DocumentState::Pending => "document-pending",
        DocumentState::Ready => "document-ready",
        DocumentState::Failed => "document-failed",
    }
}

/// Endings and media types, for the file field.
fn accepted() -> String {
    let kinds = DocumentType::ALL.iter().map(|kind| format!(".{},{}", kind.extension(), kind.as_str()));
    kinds.collect::<Vec<_>>().join(",")
}
