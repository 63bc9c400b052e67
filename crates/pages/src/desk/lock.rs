//! /desk/people/{id}/lock: an account is locked, or unlocked, after a question.

use domain::Account;
use services::Operation;
use services::accounts::lock;

use super::person_path;
use crate::question::Question;
use crate::{Form, Link, Page, Path, Problem, Result, Section, Visitor};

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

pub(super) async fn show_question(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let account = lock::find(&visitor.op, &id).await?;
    let page = visitor.page(Section::Account);
    let (heading, text, button, state) = if account.locked {
        ("desk-unlock-question", "desk-unlock-text", "desk-unlock-now", UNLOCK)
    } else {
        ("desk-lock-question", "desk-lock-text", "desk-lock-now", LOCK)
    };
    let path = person_path(&account.id);
    let question = Question {
        heading: page.with_name(heading, &account.display_name()),
        subject: String::new(),
        paragraphs: vec![page.text(text)],
        action: format!("{path}/lock"),
        fields: vec![("state", state.to_owned())],
        button: page.text(button),
        back: Link::new(path, page.text("desk-lock-keep")),
    };
    Ok(question.render(page))
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
