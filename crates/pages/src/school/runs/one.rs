//! /school/runs/{id}: one run, what it has changed, and undoing it.

use domain::RosterRunId;
use services::ErrorKey;
use services::roster_runs::{self, MAX_SHOWN_PEOPLE, MemberChange, RunPerson, RunView, UndoPreview};

use super::wording::{FieldLine, describe_reason, list_changed_fields};
use super::{LIST_PATH, RunRow};
use crate::{Form, Page, Path, Result, Section, Visitor, redirect_to, render};

struct PersonView {
    name: String,
    /// That the person was added or removed. Empty if fields were changed.
    event: String,
    fields: Vec<FieldLine>,
    /// What undoing leaves, or has left, as it is.
    kept: Vec<String>,
}

impl PersonView {
    fn new(page: &Page<'_>, view: &RunView, person: &RunPerson) -> Self {
        let (event, fields) = match &person.change {
            MemberChange::Created { .. } => (page.text("runs-person-added"), Vec::new()),
            MemberChange::Removed => (page.text("runs-person-removed"), Vec::new()),
            MemberChange::Changed { before, after } => {
                (String::new(), list_changed_fields(page, view, before, after))
            }
        };
        Self {
            name: person.name.clone(),
            event,
            fields,
            kept: person.kept.iter().map(|reason| describe_reason(page, reason)).collect(),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "school_run.html")]
struct RosterRunPage<'a> {
    page: Page<'a>,
    run: RunRow,
    /// What undoing would do, in sentences. `None` if the run can no longer be undone.
    preview: Option<Vec<String>>,
    /// That only some of the people are shown. Empty if all are.
    shown_text: String,
    people: Vec<PersonView>,
}

/// GET /school/runs/{run}
pub(super) async fn show_run(visitor: Visitor, Path(run): Path<String>) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.id;
    let view = roster_runs::get(&visitor.op, organization, &RosterRunId::from(run)).await?;
    let page = visitor.page(Section::Account);
    let run = &view.run;
    let total = run.created + run.changed + run.removed;
    let is_cut = view.people.len() == MAX_SHOWN_PEOPLE && total > MAX_SHOWN_PEOPLE as u64;
    let shown = [("shown", MAX_SHOWN_PEOPLE.into()), ("total", total.into())];
    Ok(render(&RosterRunPage {
        run: RunRow::new(&page, run, visitor.op.now),
        preview: view.preview.map(|preview| describe_preview(&page, preview)),
        shown_text: if is_cut { page.format("runs-people-shown", &shown) } else { String::new() },
        people: view.people.iter().map(|person| PersonView::new(&page, &view, person)).collect(),
        page,
    }))
}

fn describe_preview(page: &Page<'_>, preview: UndoPreview) -> Vec<String> {
    let lines = [
        ("runs-preview-changed", preview.changed),
        ("runs-preview-restored", preview.restored),
        ("runs-preview-removed", preview.removed),
        ("runs-preview-kept", preview.kept),
    ];
    page.list_counts(lines)
}

/// POST /school/runs/{run}/undo
pub(super) async fn undo_run(visitor: Visitor, Path(run): Path<String>, _: Form) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.id;
    let run = RosterRunId::from(run);
    let address = format!("{LIST_PATH}/{run}");
    match roster_runs::undo(&visitor.op, organization, &run).await {
        // Another sponsor was faster, or the time is over: the page says so.
        Err(error) if error.key() == Some(ErrorKey::OperationNotAllowed) => redirect_to(&address),
        undone => {
            let said = if undone?.kept.is_empty() { "runs-said-undone" } else { "runs-said-undone-in-part" };
            visitor.redirect_with_message(said, &address)
        }
    }
}
