//! /account/proof: asks an authority by email to confirm the visitor's disability.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::access;
use domain::proofs::ProofStatus;
use services::confirmations::{self, NewRequest};
use services::roles::{FromCaller as _, IndividualMember};
use services::values::{Email, Read as _};
use services::{Error, ErrorKey, Faults};

use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, errors};
use crate::page::{Page, Section, show_with};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Longest message to an authority, in characters.
const LONGEST: usize = 1000;

#[derive(Template)]
#[template(path = "proof.html")]
struct ProofPage<'a> {
    page: Page<'a>,
    done: bool,
    email: InputField,
    name: InputField,
    message: String,
    message_hint: String,
    message_error: Option<String>,
    errors: Vec<InputError>,
}

/// What the visitor typed, with what is wrong with it.
struct Draft {
    email: InputField,
    name: InputField,
    message: String,
    message_error: Option<String>,
}

impl Draft {
    fn empty(page: &Page<'_>) -> Self {
        let email =
            InputField::new_required(page, "email", "proof-email").with_hint(page.text("proof-email-hint"));
        Self {
            email: InputField { kind: "email", ..email },
            name: InputField::new_optional(page, "name", "proof-name"),
            message: String::new(),
            message_error: None,
        }
    }

    fn read(page: &Page<'_>, fields: &Fields) -> Self {
        let empty = Self::empty(page);
        let mut email = empty.email.read_from(page, fields);
        if email.error.is_none() && Email::read(&email.value).is_err() {
            email.error = Some(page.text("proof-email-wrong"));
        }
        let message = fields.get("message").unwrap_or_default().replace("\r\n", "\n");
        let long = message.chars().count() > LONGEST;
        let message_error = long.then(|| page.count("proof-message-long", LONGEST as u64));
        Self { email, name: empty.name.read_from(page, fields), message, message_error }
    }

    fn errors(&self) -> Vec<InputError> {
        let message = self.message_error.clone().map(|text| InputError { field: "message", text });
        errors(&[&self.email, &self.name]).into_iter().chain(message).collect()
    }

    fn request(&self) -> NewRequest {
        NewRequest {
            email_address: self.email.typed_value(),
            name: self.name.typed_value(),
            message: Some(self.message.clone()).filter(|message| !message.is_empty()),
        }
    }
}

/// GET: the form.
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let draft = Draft::empty(&Page::new(&pages, &visitor, Section::Account));
    form(&pages, &visitor, draft)
}

/// POST: the email to the authority.
pub(crate) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    let user = IndividualMember::from_caller(&visitor.caller)?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let mut draft = Draft::read(&page, &fields);
    if !draft.errors().is_empty() {
        return form(&pages, &visitor, draft);
    }
    match confirmations::ask(&pages.library, &user, draft.request(), Faults::default()).await {
        Ok(_) => visitor.done("proof-asked", &pages, "/account/proof"),
        // All else about the address was checked before.
        Err(Error::Invalid(faults)) if faults.iter().any(|fault| fault.key == ErrorKey::InvalidEmail) => {
            draft.email.error = Some(page.text("proof-email-own"));
            form(&pages, &visitor, draft)
        }
        Err(error) => Err(error.into()),
    }
}

fn form(pages: &Pages, visitor: &Visitor, draft: Draft) -> Result<Response> {
    visitor.user()?;
    let user = IndividualMember::from_caller(&visitor.caller)?;
    let page = Page::new(pages, visitor, Section::Account);
    let status = access::requirements(&user.reader, user.now()).and_then(|needed| needed.proof);
    let errors = draft.errors();
    let page = ProofPage {
        done: status == Some(ProofStatus::Active),
        message_hint: page.count("proof-message-hint", LONGEST as u64),
        email: draft.email,
        name: draft.name,
        message: draft.message,
        message_error: draft.message_error,
        errors,
        page,
    };
    Ok(show_with(inputs::status(&page.errors), &page))
}
