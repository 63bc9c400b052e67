//! /desk/people/{id}/data: everything that the library holds about a person, as one file, for a person who
//! requests it without signing in (docs/security.md#own-data).

use axum::body::Body;
use domain::Account;
use services::{Operation, personal};

use super::person_path;
use crate::attachments::attach_file;
use crate::question::Question;
use crate::{Form, Link, Page, Path, Result, Section, Visitor};

/// The link on the page about a person. `None` if the visitor may not hand out a person's data.
pub(super) fn data_link(page: &Page<'_>, op: &Operation, account: &Account) -> Option<Link> {
    op.require_administrator()
        .is_ok()
        .then(|| Link::new(format!("{}/data", person_path(&account.id)), page.text("desk-data")))
}

/// GET: the page that describes the contents of the file.
pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result {
    let account = personal::find_person(&visitor.op, &id).await?;
    let page = visitor.page(Section::Account);
    let path = person_path(&account.id);
    let question = Question {
        heading: page.with_name("desk-data-heading", &account.display_name()),
        subject: String::new(),
        paragraphs: ["desk-data-text", "desk-data-care", "data-wait"].map(|id| page.text(id)).into(),
        action: format!("{path}/data"),
        fields: Vec::new(),
        button: page.text("desk-data-download"),
        back: Link::new(path, page.text("desk-back-to-person")),
    };
    Ok(question.render(page))
}

/// POST: the file. A form, because the file is made on request, and the audit records it.
pub(super) async fn export(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    let file = personal::archive_person(&visitor.op, &id).await?;
    let content = Body::from_stream(transport::files::read_pieces(file));
    Ok(attach_file("personal-data.zip", "application/zip", content))
}
