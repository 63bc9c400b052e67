//! /collection/titles/{id}/book: another file for the book of a title. What it means is said first.

use axum::response::Response;
use domain::{TitleId, TitleStatus, UsageRestriction};
use services::collection_desk::{TitleOverview, open_title};
use services::intake::{DEFAULT_SUPPLIER, IntakeOptions, IntakeTitle, MAX_UPLOAD_BYTES};

use super::title::list_usage;
use super::wording::replacement_text;
use crate::books::{managed_title_path, parse_title_id};
use crate::collection_intake::{IntakeForm, find_file_error, list_replacement_effects, start_upload};
use crate::inputs::form_status;
use crate::{InputError, Link, Page, Path, Problem, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "collection_book.html")]
struct BookPage<'a> {
    page: Page<'a>,
    heading: String,
    title: Link,
    effects: Vec<String>,
    /// Its use by readers now, in sentences.
    usage: Vec<String>,
    file_hint: String,
    errors: Vec<InputError>,
}

/// GET: what a new file means, and the form.
pub(super) async fn show_form(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_collection_staff()?;
    let overview = open_title(&visitor.op, parse_title_id(&id)?).await?;
    render_form(visitor.page(Section::Account), &overview, None)
}

/// POST: stores the file, and leads to the run that reads it.
pub(super) async fn replace_book(
    visitor: Visitor,
    Path(id): Path<String>,
    IntakeForm(sent): IntakeForm,
) -> Result {
    let page = visitor.page(Section::Account);
    let id = parse_title_id(&id)?;
    let too_many =
        (sent.files.len() > 1).then(|| InputError { field: "file", text: page.text("replace-one-only") });
    if let Some(error) = too_many.or_else(|| find_file_error(&page, &sent)) {
        let overview = open_title(&visitor.op, id).await?;
        return render_form(page, &overview, Some(error));
    }
    start_upload(&visitor, build_options(id), sent).await
}

/// The options of the upload. The rights of the title stay.
fn build_options(id: TitleId) -> IntakeOptions {
    IntakeOptions {
        usage: UsageRestriction::Copyright,
        supplier: DEFAULT_SUPPLIER.to_owned(),
        listed: false,
        edition: None,
        title: Some(IntakeTitle { id, name: String::new() }),
    }
}

fn render_form(page: Page<'_>, overview: &TitleOverview, file_error: Option<InputError>) -> Result<Response> {
    let title = &overview.upcoming;
    if title.status == TitleStatus::Removed {
        return Err(Problem::NotFound);
    }
    let has_book = title.files.has_book();
    let shown = BookPage {
        heading: replacement_text(&page, title),
        title: Link::for_title(managed_title_path(title.id), title),
        effects: if has_book { list_replacement_effects(&page) } else { Vec::new() },
        usage: list_usage(&page, &overview.usage),
        file_hint: page.format("replace-file-hint", &[("size", (MAX_UPLOAD_BYTES >> 30).into())]),
        errors: file_error.into_iter().collect(),
        page,
    };
    Ok(render_with_status(form_status(&shown.errors), &shown))
}
