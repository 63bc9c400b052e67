//! /desk/people/{id}/data: everything that the library holds about a person, as one file, for a person who
//! requests it without signing in (docs/security.md#own-data).

use axum::body::Body;
use domain::Account;
use services::{Operation, personal};

use super::person_path;
use crate::attachments::attach_file;
use crate::{Form, Link, Page, Path, Result, Section, Visitor, render};

/// The link on the page about a person. `None` if the visitor may not hand out a person's data.
pub(super) fn data_link(page: &Page<'_>, op: &Operation, account: &Account) -> Option<Link> {
    op.require_administrator()
        .is_ok()
        .then(|| Link::new(format!("{}/data", person_path(&account.id)), page.text("desk-data")))
}

#[derive(askama::Template)]
#[template(path = "desk_person_data.html")]
struct PersonDataPage<'a> {
    page: Page<'a>,
    heading: String,
    path: String,
}

/// GET: the page that describes the contents of the file.
pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result {
    let account = personal::find_person(&visitor.op, &id).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&PersonDataPage {
        heading: page.with_name("desk-data-heading", &account.display_name()),
        path: person_path(&account.id),
        page,
    }))
}

/// POST: the file. A form, because the file is made on request, and the audit records it.
pub(super) async fn export(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    let file = personal::archive_person(&visitor.op, &id).await?;
    let content = Body::from_stream(transport::files::read_pieces(file));
    Ok(attach_file("personal-data.zip", "application/zip", content))
}
