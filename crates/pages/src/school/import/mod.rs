//! /school/import: a table of members is uploaded, shown with what it would change, and confirmed. Files from
//! the folder of the organization are listed if they are held.

mod folder;
mod held;
mod preview;

use axum::Router;
use axum::routing::{get, post};
use services::ErrorKey;
use services::roster_imports::{FolderView, MAX_TABLE_BYTES, MAX_TABLE_ROWS, upload, view_folder};

use crate::inputs::{FileError, FileInput};
use crate::uploaded_form::UploadedForm;
use crate::{Page, Pages, Result, Section, Visitor, redirect_to, render_with_status};
use folder::FolderText;
use held::HeldRow;

const FORM_PATH: &str = "/school/import";

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/import", get(show_form).post(upload_table))
        .route("/school/import/folder", get(folder::show_form).post(folder::change_settings))
        .route("/school/import/{import}", get(preview::show_page).post(preview::confirm_import))
        .route("/school/import/{import}/discard", post(preview::discard_import))
}

#[derive(askama::Template)]
#[template(path = "school_import.html")]
struct ImportPage<'a> {
    page: Page<'a>,
    organization: &'a str,
    /// The folder of the organization. `None` if there is none.
    folder: Option<FolderText>,
    /// Files from the folder that wait for a decision.
    held: Vec<HeldRow>,
    file: FileInput,
}

async fn show_form(visitor: Visitor) -> Result {
    let view = view_folder(&visitor.op).await?;
    render_form(&visitor, Some(&view), None)
}

/// POST: reads a table, and leads to what it would change.
async fn upload_table(visitor: Visitor, sent: UploadedForm<MAX_TABLE_BYTES>) -> Result {
    let page = visitor.page(Section::Account);
    let file = match sent.require_file(&page) {
        Ok(file) => file,
        Err(error) => return render_form(&visitor, None, Some(error)),
    };
    match upload(&visitor.op, &file.content, &file.name).await {
        Ok(id) => redirect_to(&format!("{FORM_PATH}/{id}")),
        Err(error) if error.key() == Some(ErrorKey::InvalidFileType) => {
            let error = FileError { text: page.text("import-unreadable"), reason: error.to_string() };
            render_form(&visitor, None, Some(error))
        }
        Err(error) => Err(error.into()),
    }
}

/// Shows the form; without the folder if it is shown again with an error.
fn render_form(visitor: &Visitor, view: Option<&FolderView>, error: Option<FileError>) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.name;
    let page = visitor.page(Section::Account);
    let limits = [("size", (MAX_TABLE_BYTES >> 20).into()), ("rows", MAX_TABLE_ROWS.into())];
    let form = ImportPage {
        file: FileInput {
            hint: page.format("import-file-hint", &limits),
            accept: ".csv,.txt,.tsv,.xlsx,.zip,text/csv,application/zip",
            error,
        },
        folder: view
            .and_then(|view| view.folder.as_ref())
            .map(|folder| folder::describe_folder(&page, folder)),
        held: view.map_or_else(Vec::new, |view| held::list_rows(&page, &view.held)),
        organization,
        page,
    };
    Ok(render_with_status(form.file.status(), &form))
}
