//! What staff see after a decision.

use axum::http::StatusCode;
use services::work::DecisionOutcome;

use super::wording::claim_text;
use crate::{Page, Result, Section, Visitor, render_with_status};

/// A decision that a form asked for.
#[derive(Clone, Copy)]
pub(super) struct AskedDecision<'a> {
    pub(super) outcome: &'a DecisionOutcome,
    /// The message about it, once it is decided.
    pub(super) message: &'static str,
    /// The address of the page that the form is on.
    pub(super) path: &'a str,
    /// The address of the page that comes next, once it is decided.
    pub(super) next_path: &'a str,
}

#[derive(askama::Template)]
#[template(path = "desk_undecided.html")]
struct UndecidedPage<'a> {
    page: Page<'a>,
    heading: String,
    text: String,
    path: String,
}

/// Leads to the page that comes next, or says why nothing was decided.
pub(super) fn show_outcome(visitor: &Visitor, asked: AskedDecision<'_>) -> Result {
    let page = visitor.page(Section::Account);
    let (heading, text) = match asked.outcome {
        DecisionOutcome::Decided => {
            return visitor.redirect_with_message(asked.message, asked.next_path);
        }
        DecisionOutcome::Claimed(claim) => (page.text("work-claimed-heading"), claim_text(&page, claim)),
        DecisionOutcome::DecidedBefore => (page.text("work-decided-heading"), page.text("work-decided-text")),
    };
    let shown = UndecidedPage { heading, text, path: asked.path.to_owned(), page };
    Ok(render_with_status(StatusCode::CONFLICT, &shown))
}
