//! The pages of the sign-in.

use askama::Template;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::Response;
use domain::accounts::Account;
use oauth::Fault;

use super::Asked;
use crate::fields::FieldError;
use crate::flow::Flow;
use crate::password::forgot;
use crate::problem;
use crate::replies::status;
use crate::sign_in_form::SignInForm;
use crate::state::WebState;
use layout::STYLE_PATH;
use layout::html;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    site: &'a str,
    style: &'a str,
    app: &'a str,
    flow: &'a str,
    username: &'a str,
    username_error: Option<&'a str>,
    password_error: Option<&'a str>,
    errors: &'a [FieldError<'a>],
    forgot: &'a str,
}

/// The sign-in page.
pub(super) fn sign_in(state: &WebState, asked: &Asked, flow: &Flow, form: &SignInForm) -> Response {
    let page = SignInPage {
        site: &state.site_name,
        style: &STYLE_PATH,
        app: &asked.client.name,
        flow: &flow.seal(&state.settings.form_key),
        username: &form.username,
        username_error: form.username_error.as_deref(),
        password_error: form.password_error.as_deref(),
        errors: &form.errors(),
        forgot: &forgot::address(&flow.query),
    };
    let mut response = html::private(form.status(), &page, asked.request.redirect.csp_source().as_deref());
    if let Some(seconds) = form.wait {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    site: &'a str,
    style: &'a str,
    app: &'a str,
    flow: &'a str,
    person: &'a str,
    destination: &'a str,
}

/// The consent page.
pub(super) fn consent(state: &WebState, asked: &Asked, flow: &Flow, account: &Account) -> Response {
    let page = ConsentPage {
        site: &state.site_name,
        style: &STYLE_PATH,
        app: &asked.client.name,
        flow: &flow.seal(&state.settings.form_key),
        person: &account.display_name(),
        destination: &asked.request.redirect.destination(),
    };
    html::private(StatusCode::OK, &page, asked.request.redirect.csp_source().as_deref())
}

/// The page for a form that is too old or from elsewhere.
pub(super) fn stale(state: &WebState) -> Response {
    let text = "It was open too long, was used already, or your browser keeps no cookies. Go back to your app and \
                start again there. Nothing has been changed.";
    problem::page(state, StatusCode::FORBIDDEN, "This page is no longer valid", text)
}

/// The page for a fault that cannot be reported to the client.
pub(super) fn fault(state: &WebState, fault: &Fault) -> Response {
    let ours = matches!(fault, Fault::Server | Fault::Busy | Fault::Unavailable);
    let (heading, text) = if ours {
        ("Something went wrong", "The problem is on our side. Wait a little, then start again from your app.")
    } else {
        (
            "This app cannot sign you in here",
            "The app sent something that this library does not accept. You have done nothing wrong; please tell the \
             maker of the app.",
        )
    };
    problem::of_app(state, status(fault), (heading, text), fault.body())
}
