//! /documents: the visitor's own documents, which the library makes into accessible books.

mod one;

use axum::Router;
use axum::extract::{FromRequest, Request};
use axum::response::Response;
use axum::routing::get;
use domain::documents::{DocumentState, DocumentType, MAX_DOCUMENT_BYTES};
use domain::{TitleId, WireEnum as _};
use services::documents::{self, DocumentSort, DocumentSource, NewDocument, UploadOutcome};
use services::{ListPart, RowPosition, Rows, TitleView};

use crate::inputs::{self, InputError, InputField, list_errors};
use crate::paging::{Pager, TITLES_PER_PAGE, list_part};
use crate::uploaded_form::UploadedForm;
use crate::{
    Fields, Link, Page, Pages, Problem, Query, Result, Section, Visitor, format_moment, redirect_to,
    render_with_status,
};

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/documents", get(list_documents).post(submit))
        .route("/documents/{id}", get(one::show_page))
        .route("/documents/{id}/remove", get(one::confirm_removal).post(one::remove_document))
}

struct DocumentRow {
    link: Link,
    state: String,
    sent_date: String,
    remove: String,
}

#[derive(askama::Template)]
#[template(path = "documents.html")]
struct DocumentsPage<'a> {
    page: Page<'a>,
    lines: Vec<DocumentRow>,
    count: String,
    pager: Pager,
    name: InputField,
    file_hint: String,
    /// The files that the file field offers to choose from.
    accepted_types: String,
    errors: Vec<InputError>,
}

/// The form that a signed-in user sent from a page of this server.
struct DocumentForm {
    sent: UploadedForm<MAX_DOCUMENT_BYTES>,
    /// The kind of the file. `None` if there is no file, or no document can be made of it.
    kind: Option<DocumentType>,
}

impl FromRequest<Pages> for DocumentForm {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        let sent = UploadedForm::from_request(request, pages).await?;
        let kind = match sent.file() {
            Some(file) => documents::detect_kind(&file.content).await?,
            None => None,
        };
        Ok(Self { sent, kind })
    }
}

/// The submitted document with its errors.
struct UploadForm {
    name: InputField,
    file_error: Option<InputError>,
}

impl UploadForm {
    fn new_empty(page: &Page<'_>) -> Self {
        let name = InputField::new_required(page, "name", "document-name")
            .with_hint(page.text("document-name-hint"));
        Self { name, file_error: None }
    }

    fn errors(&self) -> Vec<InputError> {
        list_errors(&[&self.name]).into_iter().chain(self.file_error.clone()).collect()
    }
}

async fn list_documents(visitor: Visitor, Query(fields): Query) -> Result {
    let form = UploadForm::new_empty(&visitor.page(Section::Shelf));
    let rows = load_list(&visitor, &fields).await?;
    Ok(render_list(&visitor, &rows, form))
}

/// POST /documents: a new document. A form that is sent again leads to the document that it has created.
async fn submit(visitor: Visitor, DocumentForm { sent, kind }: DocumentForm) -> Result {
    visitor.signed_in_user()?;
    let page = visitor.page(Section::Shelf);
    let mut form = UploadForm::new_empty(&page);
    form.name = form.name.read_from(&page, &sent.fields);
    let file_error = match (sent.file(), kind) {
        _ if sent.too_large => Some(page.count("document-too-large", MAX_DOCUMENT_BYTES >> 20)),
        (None, _) => Some(page.text("document-missing")),
        (Some(_), None) => Some(page.text("document-unknown")),
        (Some(_), Some(_)) => None,
    };
    form.file_error = file_error.map(|text| InputError { field: "file", text });
    let (Some(file), Some(kind), true) = (sent.file(), kind, form.errors().is_empty()) else {
        let rows = load_list(&visitor, &Fields::default()).await?;
        return Ok(render_list(&visitor, &rows, form));
    };
    let new = NewDocument {
        name: form.name.value.clone(),
        kind,
        source: DocumentSource::File(file.content.clone()),
    };
    let values = (&new.name, new.kind, file.checksum);
    let op = visitor.creation_operation(sent.fields.get("form"), &values);
    let first = ListPart::first_part(TITLES_PER_PAGE);
    match documents::create_or_list(&op, &new, first.to_request(DocumentSort::DateAdded, true)).await? {
        UploadOutcome::Created(title) => redirect_to(&document_path(title)),
        UploadOutcome::Full(rows) => {
            form.file_error = Some(InputError { field: "file", text: page.text("document-full") });
            Ok(render_list(&visitor, &rows, form))
        }
    }
}

/// A page of documents, each with the state of its conversion.
type DocumentRows = Rows<RowPosition<i64>, (TitleView, DocumentState)>;

async fn load_list(visitor: &Visitor, fields: &Fields) -> Result<DocumentRows> {
    let op = visitor.signed_in_user()?;
    let part = list_part(fields)?;
    Ok(documents::list_with_states(op, part.to_request(DocumentSort::DateAdded, true)).await?)
}

fn render_list(visitor: &Visitor, rows: &DocumentRows, form: UploadForm) -> Response {
    let page = visitor.page(Section::Shelf);
    let line = |(view, state): &(TitleView, DocumentState)| document_row(&page, view, *state);
    let errors = form.errors();
    let page = DocumentsPage {
        lines: rows.items.iter().map(line).collect(),
        count: page.count("documents-count", rows.total),
        pager: Pager::new("/documents", rows.previous.as_ref(), rows.next.as_ref()),
        file_hint: page.count("document-file-hint", MAX_DOCUMENT_BYTES >> 20),
        accepted_types: accepted_types(),
        name: form.name,
        errors,
        page,
    };
    render_with_status(inputs::form_status(&page.errors), &page)
}

fn document_row(page: &Page<'_>, view: &TitleView, state: DocumentState) -> DocumentRow {
    let path = document_path(view.item.id);
    DocumentRow {
        remove: format!("{path}/remove"),
        link: Link::new(path, &view.item.metadata.title),
        state: page.value_text("document", state),
        sent_date: page.with_name("document-sent", &format_moment(page, view.item.dates.created)),
    }
}

fn document_path(id: TitleId) -> String {
    format!("/documents/{id}")
}

/// File name extensions and media types, for the file field.
fn accepted_types() -> String {
    let kinds = DocumentType::ALL.iter().map(|kind| format!(".{},{}", kind.extension(), kind.as_str()));
    kinds.collect::<Vec<_>>().join(",")
}
