//! /collection/titles/{id}: one title as collection staff see it, and the form that edits its metadata.

mod fields;
mod reading;
mod sections;
mod values;

pub(crate) use sections::list_usage;
pub(super) use sections::status_line;

use axum::response::Response;
use domain::{Title, TitleStatus};
use services::Error;
use services::collection_desk::{ChangeOutcome, TitleOverview, edit_title, open_title};
use services::titles::issue_source_ticket;

use super::form::{FormReader, FormView};
use super::status::MoveForm;
use super::wording::{EventView, replacement_text, status_name};
use crate::books::{managed_title_path, parse_title_id};
use crate::inputs::form_status;
use crate::{
    Fields, Form, InputError, Link, Page, Path, Problem, Result, Section, Visitor, redirect_to,
    render_with_status,
};
use fields::GROUPS;
use sections::{FormatRow, ProblemView, ReportView};

#[derive(askama::Template)]
#[template(path = "collection_title.html")]
struct ManagedTitlePage<'a> {
    page: Page<'a>,
    title: Link,
    /// The page that readers see. Empty for a removed title.
    reader_path: String,
    facts: Vec<(String, String)>,
    /// The title that takes its place. `None` if there is none.
    replacement: Option<Link>,
    has_source: bool,
    /// The name of the page on which a file for the book is uploaded.
    book_button: String,
    /// Accepted changes that wait to be applied, in words. Empty if there are none.
    pending: String,
    /// Why the last change failed. `None` if it did not.
    failure: Option<String>,
    status: String,
    /// Its use by readers, in sentences.
    usage: Vec<String>,
    move_form: MoveForm,
    formats: Vec<FormatRow>,
    problems: Vec<ProblemView>,
    reports: Vec<ReportView>,
    /// The form with the metadata. `None` for a removed title.
    form: Option<FormView>,
    events: Vec<EventView>,
    /// A sentence that there are more events. Empty if all are shown.
    more_events: String,
    errors: Vec<InputError>,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_collection_staff()?;
    let overview = open_title(&visitor.op, parse_title_id(&id)?).await?;
    let page = visitor.page(Section::Account);
    let form = metadata_form(&page, &overview.upcoming);
    let move_form = MoveForm::new(&page, &overview);
    Ok(render_title(page, &overview, form, move_form))
}

pub(super) async fn submit_edit(visitor: Visitor, Path(id): Path<String>, Form(typed): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let id = parse_title_id(&id)?;
    let mut reader = FormReader::new(&typed, &GROUPS)?;
    let change = reading::read_change(&mut reader);
    let (faults, has_changes) = reader.finish();
    if !has_changes && faults.is_empty() {
        return visitor.redirect_with_message("collection-nothing-changed", &managed_title_path(id));
    }
    match edit_title(&visitor.op, id, change, faults).await? {
        ChangeOutcome::Accepted => visitor.redirect_with_message("collection-saved", &managed_title_path(id)),
        ChangeOutcome::Refused(overview, error) => show_faults(&visitor, &overview, &error, &typed),
    }
}

fn show_faults(visitor: &Visitor, overview: &TitleOverview, error: &Error, typed: &Fields) -> Result {
    let page = visitor.page(Section::Account);
    let form = FormView::with_faults(&page, &GROUPS, typed, error);
    if form.errors.is_empty() {
        return Err(Problem::Refused(error.to_string()));
    }
    let move_form = MoveForm::new(&page, overview);
    Ok(render_title(page, overview, form, move_form))
}

pub(super) fn metadata_form(page: &Page<'_>, title: &Title) -> FormView {
    FormView::new(page, &GROUPS, &|field| values::stored_text(title, field.field))
}

/// Renders the page with both of its forms.
pub(super) fn render_title(
    page: Page<'_>,
    overview: &TitleOverview,
    form: FormView,
    move_form: MoveForm,
) -> Response {
    let title = &overview.upcoming;
    let is_removed = title.status == TitleStatus::Removed;
    let hidden_events = overview.event_count.saturating_sub(overview.events.len() as u64);
    let title_page = ManagedTitlePage {
        title: Link::for_title(managed_title_path(title.id), title),
        reader_path: if is_removed { String::new() } else { format!("/titles/{}", title.id) },
        facts: sections::list_facts(&page, overview),
        replacement: sections::replacement_link(overview),
        has_source: title.files.source.is_some(),
        book_button: replacement_text(&page, title),
        pending: sections::describe_pending(&page, overview),
        failure: overview.failure.clone(),
        status: status_name(&page, overview.title.status),
        usage: list_usage(&page, &overview.usage),
        formats: sections::list_formats(&page, title),
        problems: sections::list_problems(&page, overview),
        reports: sections::list_reports(&page, overview),
        events: sections::list_events(&page, overview),
        more_events: if hidden_events > 0 {
            page.count("collection-more-events", hidden_events)
        } else {
            String::new()
        },
        errors: [form.errors.as_slice(), &move_form.errors].concat(),
        form: (!is_removed).then_some(form),
        move_form,
        page,
    };
    render_with_status(form_status(&title_page.errors), &title_page)
}

/// GET /collection/titles/{id}/source: redirects to the file that the title was made from.
pub(super) async fn open_source(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_collection_staff()?;
    let ticket = issue_source_ticket(&visitor.op, parse_title_id(&id)?).await?;
    redirect_to(&format!("/delivery/{ticket}"))
}
