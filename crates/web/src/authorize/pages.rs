//! The pages of the sign-in.

use axum::http::StatusCode;
use axum::response::Response;
use domain::Account;
use layout::html;
use layout::inputs::{InputError, InputField};
use oauth::Fault;
use services::grants::AppRequest;

use crate::form_flow::form_page;
use crate::password::forgot;
use crate::replies::fault_status;
use crate::sign_in_form::SignInForm;
use crate::{Page, SignInFlow, WebState, problem};

#[derive(askama::Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    page: &'a Page,
    app: &'a str,
    flow: &'a str,
    inputs: &'a [InputField],
    errors: Vec<InputError>,
    forgot: &'a str,
}

pub(super) fn render_sign_in(
    state: &WebState,
    request: &AppRequest,
    flow: &SignInFlow,
    form: &SignInForm,
) -> Response {
    let page = SignInPage {
        page: &state.page,
        app: &request.client.name,
        flow: &flow.seal(&state.settings.form_key),
        inputs: &form.inputs,
        errors: form.errors(),
        forgot: &forgot::page_path(&flow.query),
    };
    form_page(&page, &page.errors, form.wait, request.request.redirect.csp_source().as_deref())
}

#[derive(askama::Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    page: &'a Page,
    app: &'a str,
    flow: &'a str,
    person: &'a str,
    destination: &'a str,
}

/// The consent page, in the language of the account.
pub(super) fn render_consent(
    state: &WebState,
    request: &AppRequest,
    flow: &SignInFlow,
    account: &Account,
) -> Response {
    let page = ConsentPage {
        page: &state.page.for_account(account),
        app: &request.client.name,
        flow: &flow.seal(&state.settings.form_key),
        person: &account.display_name(),
        destination: &request.request.redirect.destination(),
    };
    html::private_page(StatusCode::OK, &page, request.request.redirect.csp_source().as_deref())
}

/// The page for a form that is too old or from elsewhere.
pub(super) fn render_stale(page: &Page) -> Response {
    problem::render_problem(page, StatusCode::FORBIDDEN, "expired-heading", "expired-text-app")
}

/// The page for a fault that cannot be reported to the client.
pub(super) fn render_fault(page: &Page, fault: &Fault) -> Response {
    let texts = match fault {
        Fault::Server => ("trouble-heading", "app-trouble-text"),
        Fault::Busy | Fault::Unavailable => ("unavailable-heading", "app-trouble-text"),
        _ => ("app-refused-heading", "app-refused-text"),
    };
    problem::render_app_problem(page, fault_status(fault), texts, fault.error_body())
}
