//! /desk/people/{id}/lock: an account is locked, or unlocked, after a question.

use domain::Account;
use services::Operation;
use services::accounts::lock;

use super::person_path;
use crate::{Form, Link, Page, Path, Problem, Result, Section, Visitor, render};

/// The value of the field `state` that locks an account.
const LOCK: &str = "locked";
/// The value of the field `state` that unlocks an account.
const UNLOCK: &str = "open";

/// The link to the question on the page about a person. `None` if the visitor may not lock the account.
pub(super) fn lock_link(page: &Page<'_>, op: &Operation, account: &Account) -> Option<Link> {
    let message = if account.locked { "desk-unlock" } else { "desk-lock" };
    lock::may_lock(op, account)
        .then(|| Link::new(format!("{}/lock", person_path(&account.id)), page.text(message)))
}

#[derive(askama::Template)]
#[template(path = "desk_lock.html")]
struct LockQuestionPage<'a> {
    page: Page<'a>,
    heading: String,
    text: String,
    button: String,
    /// The state that the form asks for.
    state: &'static str,
    path: String,
}

/// GET: the question.
pub(super) async fn show_question(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let account = lock::find(&visitor.op, &id).await?;
    let page = visitor.page(Section::Account);
    let (question, text, button, state) = if account.locked {
        ("desk-unlock-question", "desk-unlock-text", "desk-unlock-now", UNLOCK)
    } else {
        ("desk-lock-question", "desk-lock-text", "desk-lock-now", LOCK)
    };
    Ok(render(&LockQuestionPage {
        heading: page.with_name(question, &account.display_name()),
        text: page.text(text),
        button: page.text(button),
        state,
        path: person_path(&account.id),
        page,
    }))
}

/// POST: locks the account, or unlocks it.
pub(super) async fn set_state(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let is_locked = match fields.get("state") {
        Some(LOCK) => true,
        Some(UNLOCK) => false,
        _ => return Err(Problem::NotFound),
    };
    let account = lock::set_locked(&visitor.op, &id, is_locked).await?;
    let message = if is_locked { "desk-locked" } else { "desk-unlocked" };
    visitor.redirect_with_message(message, &person_path(&account.id))
}
