//! /account/agreement: signs the agreement with the library.

use services::agreements::{self, Signature};
use services::values::{ParseValue as _, ShortText};
use services::{Faults, Operation};

use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Fields, Form, Page, Problem, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "agreement.html")]
struct AgreementPage<'a> {
    page: Page<'a>,
    name: InputField,
    /// True if a guardian signs. `None` for adults.
    guardian: Option<bool>,
    errors: Vec<InputError>,
}

pub(crate) async fn show_form(visitor: Visitor) -> Result {
    render_form(&visitor, None)
}

pub(crate) async fn sign(visitor: Visitor, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let is_whole = name_field(&page).read_from(&page, &fields).error.is_none();
    if !is_whole || (is_minor(op)? && fields.get("guardian").is_none()) {
        return render_form(&visitor, Some(&fields));
    }
    let print_name = ShortText::parse_value(fields.get("name").unwrap_or_default());
    let signature = Signature {
        print_name: print_name.map_err(|fault| Problem::Refused(fault.to_string()))?.into(),
        signed_by_legal_guardian: Some(fields.get("guardian").is_some()),
        agreement_type: None,
    };
    agreements::sign_own(op, signature, Faults::default()).await?;
    visitor.redirect_with_message("agreement-signed", "/account")
}

fn name_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "name", "agreement-name").with_autocomplete("name")
}

fn is_minor(op: &Operation) -> Result<bool> {
    Ok(op.account()?.was_minor(op.today()))
}

fn render_form(visitor: &Visitor, sent: Option<&Fields>) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
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
