//! /school/primary-contact: who the primary contact of the organization is, and the request of another
//! sponsor to become it.

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use services::hand_overs::{self, ContactView, MAX_REASON_CHARS, RequestOutcome};

use crate::{
    Form, InputError, Page, Pages, Result, Section, Visitor, format_day_of, inputs, render_with_status,
};

pub(super) const CONTACT_PATH: &str = "/school/primary-contact";

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/primary-contact", get(show_page).post(request_hand_over))
        .route("/school/primary-contact/withdraw", post(withdraw_hand_over_request))
}

/// The reason that was typed, and what is wrong with it.
#[derive(Default)]
struct ReasonDraft {
    text: String,
    errors: Vec<InputError>,
}

#[derive(askama::Template)]
#[template(path = "school_contact.html")]
struct ContactPage<'a> {
    page: Page<'a>,
    organization: String,
    /// Name of the primary contact, and how to reach them. `None` if there is none.
    contact: Option<(String, String)>,
    is_contact: bool,
    /// A sentence about the request that waits, and its reason. `None` if there is none.
    waiting: Option<(String, String)>,
    is_own: bool,
    reason: String,
    reason_hint: String,
    errors: Vec<InputError>,
}

async fn show_page(visitor: Visitor) -> Result {
    let view = hand_overs::view(&visitor.op).await?;
    Ok(render_view(&visitor, view, ReasonDraft::default()))
}

async fn request_hand_over(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let text = fields.get("reason").unwrap_or_default().replace("\r\n", "\n");
    let error = match text.chars().count() {
        0 => Some("contact-reason-missing"),
        1..=MAX_REASON_CHARS => None,
        _ => Some("contact-reason-long"),
    };
    match error {
        None => {
            let message = match hand_overs::request(&visitor.op, &text).await? {
                RequestOutcome::Requested => "contact-said-requested",
                RequestOutcome::AskedBefore => "contact-said-asked-before",
            };
            visitor.redirect_with_message(message, CONTACT_PATH)
        }
        Some(error) => {
            let view = hand_overs::view(&visitor.op).await?;
            let error = visitor.page(Section::Account).count(error, MAX_REASON_CHARS as u64);
            let errors = vec![InputError { field: "reason", text: error }];
            Ok(render_view(&visitor, view, ReasonDraft { text, errors }))
        }
    }
}

/// POST: withdraws the sponsor's own request.
async fn withdraw_hand_over_request(visitor: Visitor, Form(_): Form) -> Result {
    let is_withdrawn = hand_overs::withdraw(&visitor.op).await?;
    let message = if is_withdrawn { "contact-said-withdrawn" } else { "contact-said-nothing" };
    visitor.redirect_with_message(message, CONTACT_PATH)
}

fn render_view(visitor: &Visitor, view: ContactView, draft: ReasonDraft) -> Response {
    let page = visitor.page(Section::Account);
    let waiting = view.waiting.map(|(request, sponsor)| {
        let date = format_day_of(&page, request.requested);
        let name = sponsor.display_name();
        let values = [("name", name.as_str().into()), ("date", date.as_str().into())];
        (page.format("contact-waiting", &values), request.reason)
    });
    let shown = ContactPage {
        organization: view.organization_name,
        contact: view.contact.map(|account| (account.display_name(), account.email.unwrap_or_default())),
        is_contact: view.is_contact,
        waiting,
        is_own: view.is_own,
        reason: draft.text,
        reason_hint: page.count("contact-reason-hint", MAX_REASON_CHARS as u64),
        errors: draft.errors,
        page,
    };
    render_with_status(inputs::form_status(&shown.errors), &shown)
}
