//! /account/proof: asks an authority by email to confirm the visitor's disability.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::access;
use domain::proofs::ProofStatus;
use services::confirmations::{self, NewRequest};
use services::values::{Email, ParseValue as _};
use services::{Error, Faults, Field};

use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::{Page, Section, render_with_status};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Maximum length of a message to an authority, in characters.
const MAX_MESSAGE_CHARS: usize = 1000;

#[derive(Template)]
#[template(path = "proof.html")]
struct ProofPage<'a> {
    page: Page<'a>,
    is_done: bool,
    email: InputField,
    name: InputField,
    message: String,
    message_hint: String,
    message_error: Option<String>,
    errors: Vec<InputError>,
}

/// The visitor's input with its errors.
struct RequestDraft {
    email: InputField,
    name: InputField,
    message: String,
    message_error: Option<String>,
}

impl RequestDraft {
    fn new_empty(page: &Page<'_>) -> Self {
        let email =
            InputField::new_required(page, "email", "proof-email").with_hint(page.text("proof-email-hint"));
        Self {
            email: InputField { kind: "email", ..email },
            name: InputField::new_optional(page, "name", "proof-name"),
            message: String::new(),
            message_error: None,
        }
    }

    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let empty = Self::new_empty(page);
        let mut email = empty.email.read_from(page, fields);
        if email.error.is_none() && Email::parse_value(&email.value).is_err() {
            email.error = Some(page.text("proof-email-wrong"));
        }
        let message = fields.get("message").unwrap_or_default().replace("\r\n", "\n");
        let long = message.chars().count() > MAX_MESSAGE_CHARS;
        let message_error = long.then(|| page.count("proof-message-long", MAX_MESSAGE_CHARS as u64));
        Self { email, name: empty.name.read_from(page, fields), message, message_error }
    }

    fn errors(&self) -> Vec<InputError> {
        let message = self.message_error.clone().map(|text| InputError { field: "message", text });
        list_errors(&[&self.email, &self.name]).into_iter().chain(message).collect()
    }

    fn to_request(&self, faults: &mut Faults) -> NewRequest {
        NewRequest {
            email_address: faults.require(Field::EmailAddress, self.email.typed_value()),
            name: self.name.typed_value(),
            message: Some(self.message.clone()).filter(|message| !message.is_empty()),
        }
    }
}

/// GET: the form.
pub(crate) async fn show_form(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let draft = RequestDraft::new_empty(&Page::new(&pages, &visitor, Section::Account));
    render_form(&pages, &visitor, draft)
}

/// POST: the email to the authority.
pub(crate) async fn ask_authority(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    visitor.op.require_individual_member()?;
    let op = &visitor.op;
    let page = Page::new(&pages, &visitor, Section::Account);
    let mut draft = RequestDraft::from_fields(&page, &fields);
    if !draft.errors().is_empty() {
        return render_form(&pages, &visitor, draft);
    }
    let mut faults = Faults::default();
    let request = draft.to_request(&mut faults);
    match confirmations::request(op, request, faults).await {
        Ok(_) => visitor.redirect_with_notice("proof-asked", &pages, "/account/proof"),
        // All else about the address was checked before.
        Err(Error::Invalid(faults))
            if faults.iter().any(|fault| fault.field == Some(Field::EmailAddress)) =>
        {
            draft.email.error = Some(page.text("proof-email-own"));
            render_form(&pages, &visitor, draft)
        }
        Err(error) => Err(error.into()),
    }
}

fn render_form(pages: &Pages, visitor: &Visitor, draft: RequestDraft) -> Result<Response> {
    let reader = visitor.op.require_individual_member()?;
    let page = Page::new(pages, visitor, Section::Account);
    let status = access::requirements_of(reader, visitor.op.now).and_then(|needed| needed.proof);
    let errors = draft.errors();
    let page = ProofPage {
        is_done: status == Some(ProofStatus::Active),
        message_hint: page.count("proof-message-hint", MAX_MESSAGE_CHARS as u64),
        email: draft.email,
        name: draft.name,
        message: draft.message,
        message_error: draft.message_error,
        errors,
        page,
    };
    Ok(render_with_status(inputs::form_status(&page.errors), &page))
}
