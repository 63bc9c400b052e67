//! The preview of an act, with its numbers in sentences.

use axum::response::Response;
use services::member_acts::{ActCounts, ActPreview, ActTarget, MAX_LISTED_NAMES, MemberAct};

use super::form::ActForm;
use crate::disabilities::disability_name;
use crate::inputs::Choice;
use crate::school::members::grades::grade_name;
use crate::school::members::row::tag_name;
use crate::school::members::selection::MAX_CHOSEN_MEMBERS;
use crate::texts::value_message;
use crate::{Page, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "school_act.html")]
struct ActPreviewPage<'a> {
    page: Page<'a>,
    heading: String,
    /// True if the numbers have changed since they were shown.
    is_outdated: bool,
    /// For whom it is meant.
    scope: String,
    /// The sentence that no more members can be chosen. `None` if not needed.
    cut_text: Option<String>,
    /// Sentences with the number of members for each outcome.
    numbers: Vec<String>,
    /// What else it does. `None` if there is nothing to say.
    warning: Option<String>,
    /// The sentence that too many would change. `None` if they are not too many.
    limit_text: Option<String>,
    can_be_confirmed: bool,
    names_heading: String,
    names: &'a [String],
    /// The forms in which cards are offered. Empty for an act without cards.
    card_forms: Vec<Choice>,
    hidden_fields: Vec<(&'static str, String)>,
    /// Hidden fields of the way back.
    back_fields: Vec<(&'static str, String)>,
}

/// The page that shows what an act would do.
pub(super) fn render_preview(
    visitor: &Visitor,
    (form, act): (&ActForm, &MemberAct),
    preview: &ActPreview,
    is_outdated: bool,
) -> Response {
    let page = visitor.page(Section::Account);
    let mut hidden_fields = form.scope_fields();
    hidden_fields.extend(form.act_fields(None));
    hidden_fields.push(("digest", preview.digest.clone()));
    let is_cut = form.chosen.is_cut && !form.is_for_all;
    render(&ActPreviewPage {
        heading: name_act(&page, act, &preview.target),
        is_outdated,
        scope: describe_scope(&page, form, preview),
        cut_text: is_cut.then(|| page.count("school-chosen-cut", MAX_CHOSEN_MEMBERS as u64)),
        numbers: list_numbers(&page, act, &preview.counts, "school-bulk-changing"),
        warning: warning_id(act).map(|id| page.text(id)),
        limit_text: preview.exceeded_limit.map(|limit| page.count(limit_id(act), limit as u64)),
        can_be_confirmed: preview.can_be_confirmed(),
        names_heading: if preview.counts.changing > preview.names.len() {
            page.count("school-bulk-first-names", MAX_LISTED_NAMES as u64)
        } else {
            page.text("school-bulk-names")
        },
        names: &preview.names,
        card_forms: form.cards.list_options(&page, act),
        hidden_fields,
        back_fields: form.list_fields(),
        page,
    })
}

/// The act in words, with what it names.
pub(super) fn name_act(page: &Page<'_>, act: &MemberAct, target: &ActTarget) -> String {
    match (act, target) {
        (MemberAct::SetGrade(grade), _) => page.with_name("school-bulk-grade", &grade_name(page, &grade.0)),
        (_, ActTarget::Tag(tag)) => page.with_name("school-bulk-tag", &tag_name(tag)),
        (_, ActTarget::Title(title)) => page.with_name("school-bulk-title", &title.metadata.title),
        (_, ActTarget::List(list)) => page.with_name("school-bulk-list", &list.name),
        (MemberAct::TakeFromGroup(_), ActTarget::Group(group)) => {
            page.with_name("school-bulk-from-group", &group.name)
        }
        (_, ActTarget::Group(group)) => page.with_name("school-bulk-group", &group.name),
        (MemberAct::SetRosterTag(_), _) => page.text("school-bulk-no-tag"),
        (MemberAct::PutOnQuickList, _) => page.text("school-act-quick-list-add"),
        (MemberAct::TakeOffQuickList, _) => page.text("school-act-quick-list-remove"),
        (MemberAct::AssignTitle(_), _) => page.text("school-act-assign-title"),
        (MemberAct::AddToList(_), _) => page.text("school-act-add-to-list"),
        (MemberAct::AddToGroup(_), _) => page.text("school-act-add-to-group"),
        (MemberAct::TakeFromGroup(_), _) => page.text("school-act-take-from-group"),
        (MemberAct::MarkDisability(kind), _) => {
            page.with_name("school-bulk-mark-disability", &disability_name(page, *kind))
        }
        (MemberAct::UnmarkDisability(kind), _) => {
            page.with_name("school-bulk-unmark-disability", &disability_name(page, *kind))
        }
        (MemberAct::ResetSignIn, _) => page.text("school-act-reset-sign-in"),
        (MemberAct::GiveSignIn, _) => page.text("school-act-give-sign-in"),
        (MemberAct::MakeEnrollmentCodes, _) => page.text("school-act-make-codes"),
        (MemberAct::Remove, _) => page.text("school-act-remove"),
    }
}

/// For whom an act is meant, in words.
fn describe_scope(page: &Page<'_>, form: &ActForm, preview: &ActPreview) -> String {
    let count = preview.counts.meant as u64;
    if !form.is_for_all {
        return page.count("school-bulk-chosen", count);
    }
    match form.filter.describe(page, &preview.filter) {
        filter if filter.is_empty() => page.count("school-bulk-everybody", count),
        filter => {
            page.format("school-bulk-all", &[("count", count.into()), ("filter", filter.as_str().into())])
        }
    }
}

/// Sentences with the number of members for each outcome; `changing` is the message about members who change.
pub(super) fn list_numbers(
    page: &Page<'_>,
    act: &MemberAct,
    counts: &ActCounts,
    changing: &str,
) -> Vec<String> {
    let unchanged = unchanged_message_id(act).filter(|_| counts.unchanged > 0);
    let mut numbers = vec![page.count(changing, counts.changing as u64)];
    numbers.extend(unchanged.map(|id| page.count(id, counts.unchanged as u64)));
    let refusals = counts.refused.iter();
    numbers.extend(
        refusals.map(|(reason, count)| page.count(&value_message("school-bulk", *reason), *count as u64)),
    );
    if counts.gone > 0 {
        numbers.push(page.count("school-bulk-gone", counts.gone as u64));
    }
    numbers
}

/// The message about those who are so already.
fn unchanged_message_id(act: &MemberAct) -> Option<&'static str> {
    match act {
        MemberAct::SetGrade(_) => Some("school-bulk-same-grade"),
        MemberAct::SetRosterTag(_) => Some("school-bulk-same-tag"),
        MemberAct::PutOnQuickList => Some("school-bulk-same-quick-list"),
        MemberAct::TakeOffQuickList => Some("school-bulk-same-off-quick-list"),
        MemberAct::AssignTitle(_) => Some("school-bulk-same-title"),
        MemberAct::AddToList(_) => Some("school-bulk-same-list"),
        MemberAct::AddToGroup(_) => Some("school-bulk-same-group"),
        MemberAct::TakeFromGroup(_) => Some("school-bulk-same-off-group"),
        MemberAct::MarkDisability(_) => Some("school-bulk-same-disability"),
        MemberAct::UnmarkDisability(_) => Some("school-bulk-same-no-disability"),
        MemberAct::GiveSignIn => Some("school-bulk-same-sign-in"),
        MemberAct::ResetSignIn | MemberAct::MakeEnrollmentCodes | MemberAct::Remove => None,
    }
}

/// The message that an act would change too many.
fn limit_id(act: &MemberAct) -> &'static str {
    if act.makes_passwords() { "school-bulk-limit" } else { "school-bulk-code-limit" }
}

/// The message about what an act does besides.
fn warning_id(act: &MemberAct) -> Option<&'static str> {
    match act {
        MemberAct::SetGrade(_)
        | MemberAct::SetRosterTag(_)
        | MemberAct::AddToGroup(_)
        | MemberAct::TakeFromGroup(_) => Some("school-bulk-undo"),
        MemberAct::MarkDisability(_) => Some("school-bulk-mark-warning"),
        MemberAct::UnmarkDisability(_) => Some("school-bulk-unmark-warning"),
        MemberAct::ResetSignIn => Some("school-bulk-reset-warning"),
        MemberAct::GiveSignIn => Some("school-bulk-give-warning"),
        MemberAct::MakeEnrollmentCodes => Some("school-bulk-codes-warning"),
        MemberAct::Remove => Some("school-bulk-remove-warning"),
        MemberAct::PutOnQuickList
        | MemberAct::TakeOffQuickList
        | MemberAct::AssignTitle(_)
        | MemberAct::AddToList(_) => None,
    }
}
