//! /account/data: what the library holds of the visitor, as one file.

use axum::body::Body;
use services::personal;

use crate::attachments::attach_file;
use crate::{Form, Page, Result, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "data.html")]
struct DataPage<'a> {
    page: Page<'a>,
}

/// GET: the page that describes the contents of the file.
pub(crate) async fn show_page(visitor: Visitor) -> Result {
    visitor.signed_in_user()?;
    Ok(render(&DataPage { page: visitor.page(Section::Account) }))
}

/// POST: the file. A form, because the file is made on request.
pub(crate) async fn export(visitor: Visitor, _: Form) -> Result {
    let file = personal::archive(visitor.signed_in_user()?).await?;
    let content = Body::from_stream(transport::files::read_pieces(file));
    Ok(attach_file("my-library-data.zip", "application/zip", content))
}
