//! What a move of several titles would do, and what it has done.

use axum::response::Response;
use domain::{TitleId, TitleStatus};
use services::title_acts::{MAX_LISTED_TITLES, MAX_MOVED_TITLES, MoveCounts, MovePreview, MoveRefusal};

use super::BulkMoveForm;
use crate::books::managed_title_path;
use crate::collection::status::{closes_title, list_effects};
use crate::collection::title::list_usage;
use crate::collection::wording::status_name;
use crate::inputs::form_status;
use crate::{InputError, Link, Page, render, render_with_status};

/// Why a preview is shown.
pub(super) enum PreviewState {
    New,
    /// The move would do something else than what was confirmed.
    Outdated,
    Wrong(Vec<InputError>),
}

#[derive(askama::Template)]
#[template(path = "collection_moves.html")]
struct MovePreviewPage<'a> {
    page: Page<'a>,
    heading: String,
    is_outdated: bool,
    /// The titles that the move is meant for, in words.
    scope: String,
    numbers: Vec<String>,
    /// Effects on readers, a sentence each. Empty if the move takes nothing from them.
    effects: Vec<String>,
    /// The use of the titles by readers, in sentences.
    usage: Vec<String>,
    /// A sentence about what takes its time. Empty if nothing does.
    note: String,
    names_heading: String,
    titles: Vec<Link>,
    /// The sentence that these are too many titles. `None` if they are not.
    limit_text: Option<String>,
    /// The sentence that some of the chosen titles are left out. `None` if none is.
    cut_text: Option<String>,
    /// True if the titles were chosen one by one, and can be chosen again.
    is_choice: bool,
    can_be_confirmed: bool,
    hidden_fields: Vec<(&'static str, String)>,
    comment: String,
    comment_hint: String,
    button: String,
    back_path: String,
    errors: Vec<InputError>,
}

#[derive(askama::Template)]
#[template(path = "collection_moves_done.html")]
struct AcceptedPage<'a> {
    page: Page<'a>,
    heading: String,
    numbers: Vec<String>,
    note: String,
    back_path: String,
}

pub(super) fn render_preview(
    page: Page<'_>,
    (form, to): (&BulkMoveForm, TitleStatus),
    shown: &MovePreview,
    state: PreviewState,
) -> Response {
    let closes = closes_title(to) && shown.counts.moving > 0;
    let is_outdated = matches!(state, PreviewState::Outdated);
    let errors = if let PreviewState::Wrong(errors) = state { errors } else { Vec::new() };
    let mut hidden_fields = form.to_hidden_fields();
    hidden_fields.push(("digest", shown.digest.clone()));
    let is_cut = form.is_cut && !form.is_for_all;
    let is_partial = shown.counts.moving > shown.titles.len();
    let link = |(id, name): &(TitleId, String)| Link::new(managed_title_path(*id), name);
    let preview = MovePreviewPage {
        heading: page.with_name("collection-move-to", &status_name(&page, to)),
        is_outdated,
        scope: describe_scope(&page, form, shown.selected),
        numbers: list_numbers(&page, to, &shown.counts, "collection-moves-moving"),
        effects: if closes { list_effects(&page, to) } else { Vec::new() },
        usage: if closes { list_usage(&page, &shown.usage) } else { Vec::new() },
        note: describe_note(&page, to),
        names_heading: if is_partial {
            page.count("collection-moves-first", MAX_LISTED_TITLES as u64)
        } else {
            page.text("collection-moves-titles")
        },
        titles: shown.titles.iter().map(link).collect(),
        limit_text: shown.is_too_large.then(|| page.count("collection-moves-limit", MAX_MOVED_TITLES as u64)),
        cut_text: is_cut.then(|| page.count("collection-moves-cut", MAX_MOVED_TITLES as u64)),
        is_choice: !form.is_for_all,
        can_be_confirmed: shown.can_be_confirmed(),
        hidden_fields,
        comment: form.comment.clone(),
        comment_hint: page.text("collection-rule-comment"),
        button: page.with_name("collection-move-now", &status_name(&page, to)),
        back_path: form.filter.to_path(),
        errors,
        page,
    };
    render_with_status(form_status(&preview.errors), &preview)
}

pub(super) fn render_accepted(
    page: Page<'_>,
    (form, to): (&BulkMoveForm, TitleStatus),
    counts: &MoveCounts,
) -> Response {
    render(&AcceptedPage {
        heading: page.with_name("collection-move-to", &status_name(&page, to)),
        numbers: list_numbers(&page, to, counts, "collection-moves-accepted"),
        note: describe_note(&page, to),
        back_path: form.filter.to_path(),
        page,
    })
}

fn describe_scope(page: &Page<'_>, form: &BulkMoveForm, selected: u64) -> String {
    let message = if form.is_for_all { "collection-moves-all" } else { "collection-moves-chosen-count" };
    page.count(message, selected)
}

fn describe_note(page: &Page<'_>, to: TitleStatus) -> String {
    if to == TitleStatus::Converted { page.text("collection-moves-converting") } else { String::new() }
}

/// Sentences with the number of titles for each outcome; `moving` is the message about titles that move.
fn list_numbers(page: &Page<'_>, to: TitleStatus, counts: &MoveCounts, moving: &str) -> Vec<String> {
    let mut numbers = vec![page.count(moving, counts.moving as u64)];
    if counts.unchanged > 0 {
        numbers.push(count_with_status(page, "collection-moves-same", to, counts.unchanged));
    }
    numbers.extend(counts.refused.iter().map(|(reason, count)| match reason {
        MoveRefusal::NoSuchMove(status) => {
            count_with_status(page, "collection-moves-no-such-move", *status, *count)
        }
        MoveRefusal::OpenReport => page.count("collection-moves-report", *count as u64),
    }));
    if counts.gone > 0 {
        numbers.push(page.count("collection-moves-gone", counts.gone as u64));
    }
    numbers
}

fn count_with_status(page: &Page<'_>, message: &str, status: TitleStatus, count: usize) -> String {
    let name = status_name(page, status);
    page.format(message, &[("count", (count as u64).into()), ("name", name.as_str().into())])
}
