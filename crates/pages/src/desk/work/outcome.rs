//! What staff see after a decision.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use services::work::DecisionOutcome;

use super::LIST_PATH;
use super::wording::claim_text;
use crate::page::{Page, Section, render_with_status};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// A decision that a form asked for.
#[derive(Clone, Copy)]
pub(super) struct AskedDecision<'a> {
    pub(super) outcome: &'a DecisionOutcome,
    /// The message about it, once it is decided.
    pub(super) message: &'static str,
    /// The address of the page that the form is on.
    pub(super) path: &'a str,
}

#[derive(Template)]
#[template(path = "desk_undecided.html")]
struct UndecidedPage<'a> {
    page: Page<'a>,
    heading: String,
    text: String,
    path: String,
}

/// Leads back to the work list, or says why nothing was decided.
pub(super) fn show_outcome(pages: &Pages, visitor: &Visitor, asked: AskedDecision<'_>) -> Result<Response> {
    let page = Page::new(pages, visitor, Section::Account);
    let (heading, text) = match asked.outcome {
        DecisionOutcome::Decided => return visitor.redirect_with_notice(asked.message, pages, LIST_PATH),
        DecisionOutcome::Claimed(claim) => (page.text("work-claimed-heading"), claim_text(&page, claim)),
        DecisionOutcome::DecidedBefore => (page.text("work-decided-heading"), page.text("work-decided-text")),
    };
    let shown = UndecidedPage { heading, text, path: asked.path.to_owned(), page };
    Ok(render_with_status(StatusCode::CONFLICT, &shown))
}
