//! The pages of the sign-in.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use domain::accounts::Account;
use layout::html;
use layout::inputs::{InputError, InputField};
use oauth::Fault;

use super::Asked;
use crate::flow::Flow;
use crate::page::Page;
use crate::password::forgot;
use crate::problem;
use crate::replies::status;
use crate::sign_in_form::SignInForm;
use crate::state::WebState;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    page: &'a Page,
    app: &'a str,
    flow: &'a str,
    inputs: &'a [InputField],
    errors: Vec<InputError>,
    forgot: &'a str,
}

/// The sign-in page.
pub(super) fn sign_in(state: &WebState, asked: &Asked, flow: &Flow, form: &SignInForm) -> Response {
    let page = SignInPage {
        page: &state.page,
        app: &asked.client.name,
        flow: &flow.seal(&state.settings.form_key),
        inputs: &form.inputs,
        errors: form.errors(),
        forgot: &forgot::address(&flow.query),
    };
    form.on(html::private_page(form.status(), &page, asked.request.redirect.csp_source().as_deref()))
}

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    page: &'a Page,
    app: &'a str,
    flow: &'a str,
    person: &'a str,
    destination: &'a str,
}

/// The consent page, in the language of the account.
pub(super) fn consent(state: &WebState, asked: &Asked, flow: &Flow, account: &Account) -> Response {
    let page = ConsentPage {
        page: &state.page.for_account(account),
        app: &asked.client.name,
        flow: &flow.seal(&state.settings.form_key),
        person: &account.display_name(),
        destination: &asked.request.redirect.destination(),
    };
    html::private_page(StatusCode::OK, &page, asked.request.redirect.csp_source().as_deref())
}

/// The page for a form that is too old or from elsewhere.
pub(super) fn stale(page: &Page) -> Response {
    problem::page(page, StatusCode::FORBIDDEN, "expired-heading", "expired-text-app")
}

/// The page for a fault that cannot be reported to the client.
pub(super) fn fault(page: &Page, fault: &Fault) -> Response {
    let texts = match fault {
        Fault::Server => ("trouble-heading", "app-trouble-text"),
        Fault::Busy | Fault::Unavailable => ("unavailable-heading", "app-trouble-text"),
        _ => ("app-refused-heading", "app-refused-text"),
    };
    problem::of_app(page, status(fault), texts, fault.error_body())
}
