//! /account/agreement: signs the agreement with the library.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use services::agreements::{self, Signature};
use services::values::{Read as _, ShortText};
use services::{Faults, roles::SignedIn};

use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, errors};
use crate::page::{Page, Section, show_with};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "agreement.html")]
struct AgreementPage<'a> {
    page: Page<'a>,
    name: InputField,
    /// Whether a guardian signs. `None` for adults.
    guardian: Option<bool>,
    errors: Vec<InputError>,
}

/// GET: the form.
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    form(&pages, &visitor, None)
}

/// POST: the signature.
pub(crate) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let is_whole = name(&page).read_from(&page, &fields).error.is_none();
    if !is_whole || (is_minor(&user) && fields.get("guardian").is_none()) {
        return form(&pages, &visitor, Some(&fields));
    }
    let print_name = ShortText::read(fields.get("name").unwrap_or_default());
    let signature = Signature {
        print_name: Some(print_name.map_err(|fault| Problem::Refused(fault.to_string()))?),
        signed_by_legal_guardian: Some(fields.get("guardian").is_some()),
        agreement_type: None,
    };
    let account = &user.reader.account;
    agreements::sign_own(&mut pages.library.context(&user), account, signature, Faults::default()).await?;
    visitor.done("agreement-signed", &pages, "/account")
}

fn name(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "name", "agreement-name").with_autocomplete("name")
}

fn is_minor(user: &SignedIn) -> bool {
    user.reader.account.was_minor(user.caller.today())
}

fn form(pages: &Pages, visitor: &Visitor, sent: Option<&Fields>) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(pages, visitor, Section::Account);
    let mut name = name(&page);
    let mut guardian = is_minor(&user).then_some(false);
    let mut wrong = Vec::new();
    if let Some(fields) = sent {
        name = name.read_from(&page, fields);
        guardian = guardian.map(|_| fields.get("guardian").is_some());
        wrong = errors(&[&name]);
        if guardian == Some(false) {
            wrong.push(InputError { field: "guardian", text: page.text("agreement-guardian-missing") });
        }
    }
    let status = inputs::status(&wrong);
    Ok(show_with(status, &AgreementPage { page, name, guardian, errors: wrong }))
}
