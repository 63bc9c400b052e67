//! /documents/{id}: a document that becomes a book, and its end.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::documents::DocumentState;
use services::documents;
use services::downloads::{Holding, known};
use services::titles::{self, Seen};

use super::{address, message};
use crate::books::number;
use crate::dates::moment;
use crate::fields::{Form, Query};
use crate::page::{Page, Section, show, show_scripted};
use crate::problem::Result;
use crate::state::Pages;
use crate::titles::formats::Offer;
use crate::visitor::Visitor;
use crate::waiting::Waiting;

#[derive(Template)]
#[template(path = "document.html")]
struct DocumentPage<'a> {
    page: Page<'a>,
    title: &'a str,
    here: String,
    /// The address of the title that the document is.
    book: String,
    read: String,
    sent: String,
    said: String,
    /// Why it could not be converted, in the words of the program that tried.
    reason: Option<&'a str>,
    is_ready: bool,
    /// How the page looks again, if the book is being made.
    waiting: Option<Waiting>,
    offers: Vec<Offer>,
}

/// GET: how far the document is. The page looks again until the book is ready.
pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let (seen, state) = own(&pages, &visitor, &id).await?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let (id, m) = (seen.title.id, &seen.title.metadata);
    let is_ready = state == DocumentState::Ready;
    let here = address(id);
    let offers = if is_ready {
        let known = known(&pages.library, &visitor.caller, &[Holding::from(&seen)]).await?;
        Offer::all(&page, &seen, &known)
    } else {
        Vec::new()
    };
    let waiting = (state == DocumentState::Pending).then(|| Waiting::read(&fields, &here));
    let said = match &waiting {
        Some(waiting) => waiting.said(&page, message(state)),
        None => page.text(message(state)),
    };
    let page = DocumentPage {
        title: &m.title,
        here,
        book: format!("/titles/{id}"),
        read: format!("/read/{id}"),
        sent: page.with_name("document-sent", &moment(&page, seen.title.dates.created)),
        said,
        reason: m.notes.as_deref().filter(|_| state == DocumentState::Failed),
        offers,
        is_ready,
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { show_scripted(&page) } else { show(&page) })
}

/// A document of the visitor.
async fn own(pages: &Pages, visitor: &Visitor, id: &str) -> Result<(Seen, DocumentState)> {
    let (user, id) = (visitor.user()?, number(id)?);
    let state = documents::state(&pages.library, &user, id).await?;
    Ok((titles::get(&pages.library, &visitor.caller, id).await?, state))
}

#[derive(Template)]
#[template(path = "document_remove.html")]
struct RemovePage<'a> {
    page: Page<'a>,
    title: &'a str,
    here: String,
}

/// GET /documents/{id}/remove: asks first.
pub(super) async fn ask(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let (seen, _) = own(&pages, &visitor, &id).await?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    Ok(show(&RemovePage { page, title: &seen.title.metadata.title, here: address(seen.title.id) }))
}

/// POST /documents/{id}/remove
pub(super) async fn remove(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    _: Form,
) -> Result<Response> {
    documents::remove(&pages.library, &visitor.user()?, number(&id)?).await?;
    visitor.done("document-removed", &pages, "/documents")
}
