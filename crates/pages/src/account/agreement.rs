//! /account/agreement: signs the agreement with the library.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use services::agreements::{self, Signature};
use services::values::{ParseValue as _, ShortText};
use services::{Faults, Operation};

use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::{Page, Section, render_with_status};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "agreement.html")]
struct AgreementPage<'a> {
    page: Page<'a>,
    name: InputField,
    /// True if a guardian signs. `None` for adults.
    guardian: Option<bool>,
    errors: Vec<InputError>,
}

/// GET: the form.
pub(crate) async fn show_form(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    render_form(&pages, &visitor, None)
}

/// POST: the signature.
pub(crate) async fn sign(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let is_whole = name_field(&page).read_from(&page, &fields).error.is_none();
    if !is_whole || (is_minor(op)? && fields.get("guardian").is_none()) {
        return render_form(&pages, &visitor, Some(&fields));
    }
    let print_name = ShortText::parse_value(fields.get("name").unwrap_or_default());
    let signature = Signature {
        print_name: print_name.map_err(|fault| Problem::Refused(fault.to_string()))?.into(),
        signed_by_legal_guardian: Some(fields.get("guardian").is_some()),
        agreement_type: None,
    };
    agreements::sign_own(op, signature, Faults::default()).await?;
    visitor.redirect_with_notice("agreement-signed", &pages, "/account")
}

fn name_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "name", "agreement-name").with_autocomplete("name")
}

fn is_minor(op: &Operation) -> Result<bool> {
    Ok(op.account()?.was_minor(op.today()))
}

fn render_form(pages: &Pages, visitor: &Visitor, sent: Option<&Fields>) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let page = Page::new(pages, visitor, Section::Account);
    let mut name = name_field(&page);
    let mut guardian = is_minor(op)?.then_some(false);
    let mut wrong = Vec::new();
    if let Some(fields) = sent {
        name = name.read_from(&page, fields);
        guardian = guardian.map(|_| fields.get("guardian").is_some());
        wrong = list_errors(&[&name]);
        if guardian == Some(false) {
            wrong.push(InputError { field: "guardian", text: page.text("agreement-guardian-missing") });
        }
    }
    let status = inputs::form_status(&wrong);
    Ok(render_with_status(status, &AgreementPage { page, name, guardian, errors: wrong }))
}
