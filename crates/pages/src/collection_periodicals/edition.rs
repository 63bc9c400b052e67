//! One edition in any state: its use by readers, its history, the form that withdraws it or brings it back,
//! and the one that changes its name and dates. The page says first what a withdrawal means for readers
//! (docs/rules/periodicals.md#rule-7).

use axum::response::Response;
use domain::periodicals::{Edition, PeriodicalEvent};
use domain::{EditionId, ItemAddress, SeriesId};
use jiff::Timestamp;
use services::collection_desk::{ChangeOutcome, TitleUsage};
use services::periodicals::editions::{EditionAddress, restore, withdraw};
use services::periodicals::{ManagedEdition, edit_managed_edition, open_managed_edition};
use services::{Error, ErrorKey};

use super::edition_form::{GROUPS, new_form, read_edit};
use super::series::{describe_state, list_format_names};
use super::{edition_path, series_path};
use crate::collection::form::{FormReader, FormView};
use crate::collection::{EventView, find_comment_fault, list_usage, read_comment, to_comment};
use crate::inputs::form_status;
use crate::items::item_path;
use crate::{
    Fields, Form, InputError, Link, Page, Path, Problem, Result, Section, Visitor, format_day_of,
    render_with_status,
};

#[derive(askama::Template)]
#[template(path = "collection_edition.html")]
struct ManagedEditionPage<'a> {
    page: Page<'a>,
    series: Link,
    name: String,
    path: String,
    reader_path: String,
    facts: Vec<(String, String)>,
    /// Its use by readers now, in sentences.
    usage: Vec<String>,
    /// Effects of the act on readers, a sentence each.
    effects: Vec<String>,
    /// The act that the page offers: `withdraw` or `restore`.
    act: &'static str,
    button: String,
    comment: String,
    comment_hint: String,
    form: FormView,
    events: Vec<EventView>,
    /// The errors of both forms.
    errors: Vec<InputError>,
}

/// What was typed into the forms of the page.
#[derive(Default)]
struct EditionDraft<'a> {
    comment: String,
    comment_error: Option<InputError>,
    /// The fields of the form with the name and the dates, and what is wrong with them.
    edit: Option<(&'a Fields, &'a Error)>,
}

pub(super) async fn show_page(visitor: Visitor, Path((series, id)): Path<(String, String)>) -> Result {
    visitor.op.require_collection_staff()?;
    let address = EditionAddress { series: &series, edition: &id };
    show_edition(&visitor, address, EditionDraft::default()).await
}

async fn show_edition(visitor: &Visitor, address: EditionAddress<'_>, draft: EditionDraft<'_>) -> Result {
    let managed = open_managed_edition(&visitor.op, address).await?;
    Ok(render_edition(visitor.page(Section::Account), &managed, draft, visitor.op.now))
}

fn render_edition(
    page: Page<'_>,
    managed: &ManagedEdition,
    draft: EditionDraft<'_>,
    now: Timestamp,
) -> Response {
    let edition = &managed.edition;
    let item = ItemAddress::Edition { series: edition.series.clone(), edition: edition.id.clone() };
    let is_withdrawn = edition.withdrawn.is_some();
    let form = match draft.edit {
        Some((typed, error)) => FormView::with_faults(&page, &GROUPS, typed, error),
        None => new_form(&page, edition),
    };
    let shown = ManagedEditionPage {
        series: Link::for_series(series_path(&managed.series.id), &managed.series),
        name: edition.name.clone(),
        path: edition_path(&edition.series, &edition.id),
        reader_path: item_path(&item),
        facts: list_facts(&page, managed, now),
        usage: list_edition_usage(&page, managed),
        effects: list_effects(&page, edition, now),
        act: if is_withdrawn { "restore" } else { "withdraw" },
        button: page.text(if is_withdrawn { "editions-restore" } else { "editions-withdraw" }),
        comment: draft.comment,
        comment_hint: page.text("collection-rule-comment"),
        events: managed.events.iter().map(|event| view_event(&page, event)).collect(),
        errors: draft.comment_error.into_iter().chain(form.errors.iter().cloned()).collect(),
        form,
        page,
    };
    render_with_status(form_status(&shown.errors), &shown)
}

fn view_event(page: &Page<'_>, event: &PeriodicalEvent) -> EventView {
    let act = (event.date, event.action);
    EventView::new(page, act, event.person.as_deref(), event.comment.as_deref())
}

/// POST: accepts that the edition is withdrawn or comes back, or changes its name and dates, and leads to its
/// page again.
pub(super) async fn submit_form(
    visitor: Visitor,
    Path((series, id)): Path<(String, String)>,
    Form(fields): Form,
) -> Result {
    visitor.op.require_collection_staff()?;
    let address = EditionAddress { series: &series, edition: &id };
    match fields.get("act") {
        Some("edit") => submit_edition_change(&visitor, address, &fields).await,
        Some(act @ ("withdraw" | "restore")) => submit_act(&visitor, address, act, &fields).await,
        _ => Err(Problem::Unreadable),
    }
}

async fn submit_act(visitor: &Visitor, address: EditionAddress<'_>, act: &str, fields: &Fields) -> Result {
    let comment = read_comment(fields);
    if let Some((field, message)) = find_comment_fault(&comment) {
        let text = visitor.page(Section::Account).text(message);
        let comment_error = Some(InputError { field, text });
        return show_edition(visitor, address, EditionDraft { comment, comment_error, edit: None }).await;
    }
    let comment = to_comment(&comment);
    let (result, message) = if act == "withdraw" {
        (withdraw(&visitor.op, address, comment).await, "editions-withdrawn")
    } else {
        (restore(&visitor.op, address, comment).await, "editions-restored")
    };
    visitor.redirect_with_message(describe_result(result, message)?, &page_path(address))
}

/// Changes the fields whose values differ from those that the page has shown.
async fn submit_edition_change(visitor: &Visitor, address: EditionAddress<'_>, fields: &Fields) -> Result {
    let mut reader = FormReader::new(fields, &GROUPS)?;
    let change = read_edit(&mut reader);
    let (faults, has_changes) = reader.finish();
    if faults.is_empty() && !has_changes {
        return visitor.redirect_with_message("collection-nothing-changed", &page_path(address));
    }
    match edit_managed_edition(&visitor.op, address, change, faults).await? {
        ChangeOutcome::Accepted => visitor.redirect_with_message("collection-saved", &page_path(address)),
        ChangeOutcome::Refused(managed, error) => {
            let draft = EditionDraft { edit: Some((fields, &error)), ..EditionDraft::default() };
            Ok(render_edition(visitor.page(Section::Account), &managed, draft, visitor.op.now))
        }
    }
}

fn page_path(address: EditionAddress<'_>) -> String {
    edition_path(&SeriesId::from(address.series), &EditionId::from(address.edition))
}

/// The message about an act: also if somebody else was faster.
fn describe_result(result: Result<(), Error>, accepted: &'static str) -> Result<&'static str> {
    match result {
        Ok(()) => Ok(accepted),
        Err(error) if error.key() == Some(ErrorKey::InvalidTransition) => Ok("editions-act-late"),
        Err(error) => Err(error.into()),
    }
}

fn list_facts(page: &Page<'_>, managed: &ManagedEdition, now: Timestamp) -> Vec<(String, String)> {
    let edition = &managed.edition;
    page.label_facts([
        ("collection-status", describe_state(page, edition, now)),
        ("editions-published", format_day_of(page, edition.published)),
        ("field-format", list_format_names(page, edition)),
    ])
}

/// Sentences with the numbers of readers and copies, or one that there are none.
fn list_edition_usage(page: &Page<'_>, managed: &ManagedEdition) -> Vec<String> {
    let (fetched, preparing) = (managed.usage.fetched, managed.usage.preparing);
    list_usage(page, &TitleUsage { fetched, preparing, ..TitleUsage::default() })
}

/// Effects on readers of the act that the page offers, a sentence each.
fn list_effects(page: &Page<'_>, edition: &Edition, now: Timestamp) -> Vec<String> {
    let restored = Edition { withdrawn: None, ..edition.clone() };
    let effects: &[&str] = if edition.withdrawn.is_none() {
        &[
            "editions-withdraw-closed", "collection-withdraw-copies", "editions-withdraw-followers",
            "editions-withdraw-back",
        ]
    } else if restored.is_current(now) {
        &["editions-restore-open", "editions-restore-followers"]
    } else {
        &["editions-restore-expired"]
    };
    effects.iter().map(|effect| page.text(effect)).collect()
}
