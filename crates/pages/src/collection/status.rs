//! /collection/titles/{id}/status: moves a title to another status. What closes it to readers is confirmed
//! first.

use axum::response::Response;
use domain::{TitleId, TitleStatus};
use services::collection_desk::{ChangeOutcome, TitleOverview, move_title, open_title};
use services::titles::TitleMove;
use services::{Error, ErrorKey, Field};

use super::START_PATH;
use super::comment::{find_comment_fault, read_comment, to_comment};
use super::title::{list_usage, metadata_form, render_title, status_line};
use super::wording::status_name;
use crate::books::{managed_title_path, parse_title_id};
use crate::inputs::{Choice, form_status};
use crate::{Fields, Form, InputError, InputField, Page, Path, Result, Section, Visitor, render_with_status};

pub(super) struct MoveForm {
    /// The statuses that the title can be moved to, each with what it means. Empty if there are none.
    pub(super) choices: Vec<Choice>,
    pub(super) comment: String,
    pub(super) comment_hint: String,
    pub(super) errors: Vec<InputError>,
}

impl MoveForm {
    /// The empty form.
    pub(super) fn new(page: &Page<'_>, overview: &TitleOverview) -> Self {
        Self::with_draft(page, overview, &MoveDraft::default(), Vec::new())
    }

    fn with_draft(
        page: &Page<'_>,
        overview: &TitleOverview,
        draft: &MoveDraft,
        errors: Vec<InputError>,
    ) -> Self {
        Self {
            choices: Choice::list(
                overview.upcoming.status.next(),
                |status| status_line(page, status),
                |status| draft.to == Some(status),
            ),
            comment: draft.comment.clone(),
            comment_hint: page.text("collection-rule-comment"),
            errors,
        }
    }
}

#[derive(Debug, Default)]
struct MoveDraft {
    to: Option<TitleStatus>,
    comment: String,
    replacement: String,
    /// True if the effects were shown and confirmed.
    is_confirmed: bool,
}

impl MoveDraft {
    fn from_fields(fields: &Fields) -> Self {
        Self {
            to: fields.get("to").and_then(|value| value.parse().ok()),
            comment: read_comment(fields),
            replacement: fields.get("replacement").unwrap_or_default().to_owned(),
            is_confirmed: fields.get("sure") == Some("yes"),
        }
    }

    /// Returns true if its effects on readers are shown first.
    fn needs_confirmation(&self) -> bool {
        self.to.is_some_and(closes_title) && !self.is_confirmed
    }

    /// The request, or the messages of what is wrong, each with its field.
    fn to_request(&self) -> Result<TitleMove, Vec<(&'static str, &'static str)>> {
        let mut errors = Vec::new();
        if self.to.is_none() {
            errors.push(("to", "collection-status-missing"));
        }
        errors.extend(find_comment_fault(&self.comment));
        let replacement: Option<TitleId> = self.replacement.parse().ok();
        if replacement.is_none() && !self.replacement.is_empty() {
            errors.push(("replacement", "collection-replacement-wrong"));
        }
        match self.to {
            Some(to) if errors.is_empty() => {
                Ok(TitleMove { to, replacement, comment: to_comment(&self.comment) })
            }
            _ => Err(errors),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "collection_confirm.html")]
struct MoveQuestionPage<'a> {
    page: Page<'a>,
    heading: String,
    path: String,
    name: String,
    /// Effects of the move on readers, a sentence each.
    effects: Vec<String>,
    /// Its use by readers now, in sentences.
    usage: Vec<String>,
    to: &'static str,
    comment: String,
    /// The number of the title that takes its place. `None` if the move takes none.
    replacement: Option<InputField>,
    button: String,
    start_path: &'static str,
    errors: Vec<InputError>,
}

/// POST: moves the title, or shows what the move means for readers.
pub(super) async fn submit_move(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let id = parse_title_id(&id)?;
    let draft = MoveDraft::from_fields(&fields);
    match draft.to_request() {
        Ok(request) if !draft.needs_confirmation() => match move_title(&visitor.op, id, request).await? {
            ChangeOutcome::Accepted => {
                visitor.redirect_with_message("collection-moved", &managed_title_path(id))
            }
            ChangeOutcome::Refused(overview, error) => Ok(show_refusal(&visitor, &overview, &error, &draft)),
        },
        checked => {
            let overview = open_title(&visitor.op, id).await?;
            Ok(show_draft(&visitor, &overview, &draft, checked.err().unwrap_or_default()))
        }
    }
}

/// Shows why the library has refused the move.
fn show_refusal(visitor: &Visitor, overview: &TitleOverview, error: &Error, draft: &MoveDraft) -> Response {
    let is_of_replacement = matches!(error, Error::Invalid(faults)
        if faults.iter().any(|fault| fault.field == Some(Field::ReplacementId)));
    let is_open_move = draft.to.is_some_and(|to| overview.upcoming.status.can_become(to));
    let error = if is_of_replacement {
        ("replacement", "collection-replacement-wrong")
    } else if is_open_move && error.key() == Some(ErrorKey::InvalidTransition) {
        ("to", "collection-status-report")
    } else {
        ("to", "collection-status-changed")
    };
    show_draft(visitor, overview, draft, vec![error])
}

/// Shows the form again, or the question with it.
fn show_draft(
    visitor: &Visitor,
    overview: &TitleOverview,
    draft: &MoveDraft,
    errors: Vec<(&'static str, &'static str)>,
) -> Response {
    let page = visitor.page(Section::Account);
    let asks_again = errors.is_empty() || errors.iter().any(|(field, _)| *field == "replacement");
    let error =
        |(field, message): (&'static str, &'static str)| InputError { field, text: page.text(message) };
    let errors: Vec<InputError> = errors.into_iter().map(error).collect();
    match draft.to {
        Some(to) if asks_again && overview.upcoming.status.can_become(to) => {
            render_question(page, overview, draft, to, errors)
        }
        _ => {
            let form = metadata_form(&page, &overview.upcoming);
            let move_form = MoveForm::with_draft(&page, overview, draft, errors);
            render_title(page, overview, form, move_form)
        }
    }
}

/// Returns true for a status that takes the title from readers.
pub(super) fn closes_title(to: TitleStatus) -> bool {
    matches!(to, TitleStatus::Withdrawn | TitleStatus::Reprocess | TitleStatus::Removed)
}

/// The effects of such a status on readers, a sentence each.
pub(super) fn list_effects(page: &Page<'_>, to: TitleStatus) -> Vec<String> {
    let effects: &[&str] = match to {
        TitleStatus::Removed => {
            &["collection-remove-found", "collection-remove-copies", "collection-remove-final"]
        }
        TitleStatus::Reprocess => {
            &["collection-reprocess-closed", "collection-reprocess-copies", "collection-reprocess-lists"]
        }
        _ => &[
            "collection-withdraw-closed", "collection-withdraw-copies", "collection-withdraw-lists",
            "collection-withdraw-back",
        ],
    };
    effects.iter().map(|effect| page.text(effect)).collect()
}

fn render_question(
    page: Page<'_>,
    overview: &TitleOverview,
    draft: &MoveDraft,
    to: TitleStatus,
    errors: Vec<InputError>,
) -> Response {
    let title = &overview.upcoming;
    let mut replacement = InputField::new_optional(&page, "replacement", "collection-replacement")
        .with_hint(page.text("collection-replacement-hint"))
        .with_value(draft.replacement.as_str());
    replacement.error = errors.iter().find(|error| error.field == "replacement").map(|one| one.text.clone());
    let shown = MoveQuestionPage {
        heading: page.with_name("collection-move-to", &status_name(&page, to)),
        path: managed_title_path(title.id),
        name: title.metadata.title.clone(),
        effects: list_effects(&page, to),
        usage: list_usage(&page, &overview.usage),
        to: to.as_str(),
        comment: draft.comment.clone(),
        replacement: (to == TitleStatus::Withdrawn).then_some(replacement),
        button: page.with_name("collection-move-now", &status_name(&page, to)),
        start_path: START_PATH,
        errors,
        page,
    };
    render_with_status(form_status(&shown.errors), &shown)
}
