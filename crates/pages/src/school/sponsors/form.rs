//! The form for a new sponsor.

use axum::response::Response;
use services::ErrorKey;
use services::organizations::sponsors::{self, NewSponsor};

use super::LIST_PATH;
use crate::inputs::{self, InputError, InputField, form_status, list_errors};
use crate::{Fields, Form, Page, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "school_sponsor_form.html")]
struct FormPage<'a> {
    page: Page<'a>,
    inputs: [InputField; 5],
    errors: Vec<InputError>,
}

/// A new sponsor as typed, with its errors.
struct SponsorDraft {
    first_name: InputField,
    last_name: InputField,
    position: InputField,
    email: InputField,
    phone: InputField,
}

impl SponsorDraft {
    fn new_empty(page: &Page<'_>) -> Self {
        let email = InputField::new_required(page, "email", "sponsors-email")
            .with_hint(page.text("sponsors-email-hint"));
        Self {
            first_name: InputField::new_required(page, "first_name", "sponsors-first-name"),
            last_name: InputField::new_required(page, "last_name", "sponsors-last-name"),
            position: InputField::new_required(page, "position", "sponsors-position"),
            email: InputField { kind: "email", ..email },
            phone: InputField::new_required(page, "phone", "sponsors-phone"),
        }
    }

    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let empty = Self::new_empty(page);
        let email = inputs::read_email(page, fields, empty.email, "proof-email-wrong");
        Self {
            first_name: empty.first_name.read_from(page, fields),
            last_name: empty.last_name.read_from(page, fields),
            position: empty.position.read_from(page, fields),
            email,
            phone: empty.phone.read_from(page, fields),
        }
    }

    fn errors(&self) -> Vec<InputError> {
        list_errors(&[&self.first_name, &self.last_name, &self.position, &self.email, &self.phone])
    }

    fn to_new_sponsor(&self) -> NewSponsor {
        NewSponsor {
            first_name: self.first_name.value.clone(),
            last_name: self.last_name.value.clone(),
            phone_number: self.phone.value.clone(),
            email_address: self.email.value.clone(),
            title: self.position.value.clone(),
        }
    }
}

/// GET: the empty form.
pub(super) async fn show_form(visitor: Visitor) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let draft = SponsorDraft::new_empty(&page);
    Ok(render_form(page, draft))
}

/// POST: adds the sponsor.
pub(super) async fn add_sponsor(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let mut draft = SponsorDraft::from_fields(&page, &fields);
    if !draft.errors().is_empty() {
        return Ok(render_form(page, draft));
    }
    match sponsors::add(&visitor.op, draft.to_new_sponsor()).await {
        Ok(_) => visitor.redirect_with_message("sponsors-said-added", LIST_PATH),
        Err(error) if error.key() == Some(ErrorKey::UserExists) => {
            draft.email.error = Some(page.text("sponsors-email-taken"));
            Ok(render_form(page, draft))
        }
        Err(error) => Err(error.into()),
    }
}

fn render_form(page: Page<'_>, draft: SponsorDraft) -> Response {
    let errors = draft.errors();
    let status = form_status(&errors);
    let SponsorDraft { first_name, last_name, position, email, phone } = draft;
    let inputs = [first_name, last_name, position, email, phone];
    render_with_status(status, &FormPage { page, inputs, errors })
}
