//! /desk/people/{id}/merge: two accounts of one person side by side, what a merge would move, and the merge.
//! Its undo is on the page about the person who is kept.

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use domain::ids::AccountId;
use services::account_merges::{
    self, MergeOutcome, MergePreview, MergeRequest, MergeSide, MergedNoun, UndoOutcome,
};

use super::person_path;
use super::wording::{account_state_text, list_roles, sign_in_name_text};
use super::work::{claim_text, show_claim};
use crate::inputs::{self, InputError};
use crate::texts::value_message;
use crate::{
    Form, Page, Pages, Path, Problem, Query, Result, Section, Visitor, format_day, format_day_of,
    percent_encode, render_with_status,
};

/// The field that confirms a merge of accounts with different birth dates.
const CONFIRMATION_FIELD: &str = "sure";

/// A table with two columns.
struct PairTable {
    caption: String,
    /// The names of the columns: that of the first is about the names of the rows.
    name: String,
    first: String,
    second: String,
    rows: Vec<PairRow>,
}

/// A line of a table with two columns.
struct PairRow {
    name: String,
    first: String,
    second: String,
}

#[derive(askama::Template)]
#[template(path = "desk_merge.html")]
struct MergePage<'a> {
    page: Page<'a>,
    kept_path: String,
    closed_id: String,
    /// The same page with the other account as the kept one.
    other_choice_path: String,
    /// What both accounts have.
    facts: PairTable,
    /// What moves, and what stays with the other account.
    moves: PairTable,
    moves_place: bool,
    ends_school_sign_in: bool,
    /// Who else has taken work about one of them. Empty if nobody has.
    claim: String,
    /// Why the accounts are not merged. `None` if nothing forbids it.
    obstacle: Option<String>,
    asks_for_confirmation: bool,
    errors: Vec<InputError>,
}

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/people/{id}/merge", get(show_page).post(merge_accounts))
        .route("/desk/people/{id}/merge/undo", post(undo_merge))
}

/// The address of the page about a merge of two accounts.
pub(super) fn merge_path(one: &AccountId, other: &AccountId) -> String {
    format!("{}/merge?with={}", person_path(one), percent_encode(other.as_str()))
}

/// The address of the page about a merge of two accounts, of which one is chosen to be kept.
fn choice_path(one: &AccountId, other: &AccountId, keep: &AccountId) -> String {
    format!("{}&keep={}", merge_path(one, other), percent_encode(keep.as_str()))
}

/// GET `?with=other&keep=one`: what a merge would do.
async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let (one, other) = (AccountId::from(id), AccountId::from(fields.get("with").ok_or(Problem::NotFound)?));
    let keep = fields.get("keep").map(AccountId::from);
    let shown = account_merges::preview(&visitor.op, [&one, &other], keep.as_ref()).await?;
    Ok(render_preview(visitor.page(Section::Account), &shown, Vec::new()))
}

/// POST: merges the other account into the one of the address.
async fn merge_accounts(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let (kept, closed) =
        (AccountId::from(id), AccountId::from(fields.get("closed").ok_or(Problem::NotFound)?));
    let confirms_birth_dates = fields.get(CONFIRMATION_FIELD).is_some();
    let request = MergeRequest { kept: &kept, closed: &closed, confirms_birth_dates };
    match Box::pin(account_merges::merge(&visitor.op, request)).await? {
        MergeOutcome::Merged(key) => visitor.redirect_with_message("merge-done", &person_path(&key.kept)),
        MergeOutcome::Claimed(claim) => Ok(show_claim(&visitor, &claim, &choice_path(&kept, &closed, &kept))),
        MergeOutcome::Unconfirmed(shown) => {
            let page = visitor.page(Section::Account);
            let text = page.text("merge-birth-dates-missing");
            Ok(render_preview(page, &shown, vec![InputError { field: CONFIRMATION_FIELD, text }]))
        }
    }
}

/// POST: undoes the merge whose number is in the form.
async fn undo_merge(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let kept = AccountId::from(id);
    let merge = fields.get("merge").and_then(|number| number.parse().ok()).ok_or(Problem::NotFound)?;
    let outcome = account_merges::undo(&visitor.op, &kept, merge).await?;
    let message = match outcome {
        UndoOutcome::Claimed(claim) => return Ok(show_claim(&visitor, &claim, &person_path(&kept))),
        UndoOutcome::Undone => "merge-undo-done".to_owned(),
        UndoOutcome::Refused(obstacle) => value_message("merge-undo", obstacle),
    };
    visitor.redirect_with_message(&message, &person_path(&kept))
}

fn render_preview(page: Page<'_>, shown: &MergePreview, errors: Vec<InputError>) -> Response {
    let (kept, closed) = (&shown.kept.account.id, &shown.closed.account.id);
    let view = MergePage {
        kept_path: person_path(kept),
        closed_id: closed.to_string(),
        other_choice_path: choice_path(kept, closed, closed),
        facts: list_facts(&page, shown),
        moves: list_moves(&page, shown),
        moves_place: shown.moves_place,
        ends_school_sign_in: shown.ends_school_sign_in,
        claim: shown.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        obstacle: shown.obstacle.map(|obstacle| page.value_text("merge-obstacle", obstacle)),
        asks_for_confirmation: shown.has_other_birth_dates,
        errors,
        page,
    };
    render_with_status(inputs::form_status(&view.errors), &view)
}

/// Who both are, and how many records of each kind they have.
fn list_facts(page: &Page<'_>, shown: &MergePreview) -> PairTable {
    let (kept, closed) = (describe_side(page, &shown.kept), describe_side(page, &shown.closed));
    let pairs = kept.into_iter().zip(closed);
    let facts = pairs.map(|((name, first), (_, second))| PairRow { name: page.text(name), first, second });
    let counts = shown.counts.iter().map(|(noun, count)| PairRow {
        name: noun_name(page, *noun),
        first: count.kept.to_string(),
        second: count.closed.to_string(),
    });
    PairTable {
        caption: page.text("merge-compare"),
        name: page.text("merge-what"),
        first: page.text("merge-kept"),
        second: page.text("merge-closed"),
        rows: facts.chain(counts).collect(),
    }
}

/// Names of messages with the values of an account.
fn describe_side(page: &Page<'_>, side: &MergeSide) -> [(&'static str, String); 9] {
    let account = &side.account;
    let none = || page.text("desk-none");
    let organization = side.organization.as_ref().map(|organization| organization.name.clone());
    let last_sign_in = side.last_sign_in.map(|at| format_day_of(page, at));
    [
        ("merge-name", account.display_name()),
        ("desk-birth-date", account.date_of_birth.map_or_else(none, |born| format_day(page, born))),
        ("merge-sign-in-name", sign_in_name_text(page, account)),
        ("desk-identifier", account.id.to_string()),
        ("desk-organization", organization.unwrap_or_else(none)),
        ("desk-roles", list_roles(page, account)),
        ("desk-created", format_day_of(page, account.created)),
        ("desk-account", account_state_text(page, account)),
        ("duplicates-last-sign-in", last_sign_in.unwrap_or_else(|| page.text("duplicates-unknown"))),
    ]
}

/// What moves of each kind that the other account has.
fn list_moves(page: &Page<'_>, shown: &MergePreview) -> PairTable {
    let counts = shown.counts.iter().filter(|(_, count)| count.closed > 0);
    let row = |(noun, count): (&MergedNoun, &account_merges::MergeCounts)| PairRow {
        name: noun_name(page, *noun),
        first: (count.closed.saturating_sub(count.blocked)).to_string(),
        second: count.blocked.to_string(),
    };
    PairTable {
        caption: page.text("merge-moves-heading"),
        name: page.text("merge-kind"),
        first: page.text("merge-moves"),
        second: page.text("merge-stays"),
        rows: counts.map(row).collect(),
    }
}

pub(super) fn noun_name(page: &Page<'_>, noun: MergedNoun) -> String {
    page.value_text("merge-noun", noun)
}

#[cfg(test)]
mod tests {
    use services::account_merges::{MergeObstacle, MergeUndoObstacle, MergedNoun};

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn kinds_and_obstacles_have_words_in_every_language() {
        assert_messages(value_messages::<MergeObstacle>("merge-obstacle"));
        assert_messages(value_messages::<MergedNoun>("merge-noun"));
        assert_messages(value_messages::<MergeUndoObstacle>("merge-undo"));
        assert_messages(["merge-undo-done"]);
    }
}
