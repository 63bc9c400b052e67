//! What staff see after a decision.

use axum::http::StatusCode;
use axum::response::Response;
use services::work::{DecisionOutcome, WorkClaim};

use super::wording::claim_text;
use crate::{Page, Result, Section, Visitor, render_with_status};

#[derive(Clone, Copy)]
pub(in crate::desk) struct AskedDecision<'a> {
    pub(in crate::desk) outcome: &'a DecisionOutcome,
    /// The message about it, once it is decided.
    pub(in crate::desk) message: &'static str,
    /// The address of the page that the form is on.
    pub(in crate::desk) path: &'a str,
    /// The address of the page that comes next, once it is decided.
    pub(in crate::desk) next_path: &'a str,
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
pub(in crate::desk) fn show_outcome(visitor: &Visitor, asked: AskedDecision<'_>) -> Result {
    match asked.outcome {
        DecisionOutcome::Decided => visitor.redirect_with_message(asked.message, asked.next_path),
        DecisionOutcome::Claimed(claim) => Ok(show_claim(visitor, claim, asked.path)),
        DecisionOutcome::DecidedBefore => {
            let page = visitor.page(Section::Account);
            let text = page.text("work-decided-text");
            Ok(render_undecided(page, "work-decided-heading", text, asked.path))
        }
    }
}

/// Says who has taken the work, so that nothing was decided. The page leads back to this address.
pub(in crate::desk) fn show_claim(visitor: &Visitor, claim: &WorkClaim, path: &str) -> Response {
    let page = visitor.page(Section::Account);
    let text = claim_text(&page, claim);
    render_undecided(page, "work-claimed-heading", text, path)
}

fn render_undecided(page: Page<'_>, heading: &'static str, text: String, path: &str) -> Response {
    let shown = UndecidedPage { heading: page.text(heading), text, path: path.to_owned(), page };
    render_with_status(StatusCode::CONFLICT, &shown)
}
