//! /enroll: the code of a printed card signs a browser or a device in, once
//! (docs/rules/authentication.md#rule-17).

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::sessions::SessionKind;
use layout::cookies::{cookie_value, with_cookie};
use layout::html;
use layout::inputs::{InputError, InputField, list_errors};
use layout::session::{cookie_name, read_browser, set_cookie};
use oauth::{Fault, Params};
use services::enrollment::{self, DeviceEnrollment, EnrolledPerson, EnrollmentForm, TypedCode};
use services::{ErrorKey, Operation};

use super::session::redirect_to;
use super::sign_in::DEFAULT_PATH;
use crate::form_flow::{self, uses_https};
use crate::{
    FormParams, FormProblem, MainSitePage, Page, PageValues, PeerAddress, SignInFlow, TokenProblem, WebState,
};

/// Maximum length of a typed code, in characters.
const MAX_CODE_CHARS: usize = 60;

#[derive(askama::Template)]
#[template(path = "enroll.html")]
struct CodePage<'a> {
    page: &'a Page,
    flow: &'a str,
    input: &'a InputField,
    errors: &'a [InputError],
}

#[derive(askama::Template)]
#[template(path = "enroll_confirm.html")]
struct ConfirmPage<'a> {
    page: &'a Page,
    flow: &'a str,
    code: &'a str,
    person: &'a str,
}

#[derive(askama::Template)]
#[template(path = "enroll_device.html")]
struct DevicePage<'a> {
    page: &'a Page,
    /// The address to enter in apps.
    catalog: &'a str,
    sign_in: &'a str,
    password: &'a str,
}

/// GET: the form for the code.
pub(super) async fn show_form(MainSitePage(state): MainSitePage) -> Response {
    form_flow::start_flow(&state, "", |flow| render_form(&state, flow, &code_field(&state.page), None))
}

/// POST: the code. The page names the person whom it would sign in, and asks for confirmation.
pub(super) async fn submit(
    MainSitePage(state): MainSitePage,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    form_flow::page_or_problem(&state, check_code(&state, &peer, &headers, form).await)
}

async fn check_code(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let (flow, field) = read_form(state, headers, form)?;
    if field.error.is_some() {
        return Ok(render_form(state, &flow, &field, None));
    }
    let code = TypedCode { text: &field.value, peer: peer.peer() };
    match enrollment::find_person(&state.operation(), code).await {
        Ok(person) => Ok(render_confirmation(state, &flow, &field.value, &person)),
        Err(error) => render_refusal(state, &flow, field, error),
    }
}

/// POST: signs the browser in.
pub(super) async fn confirm(
    MainSitePage(state): MainSitePage,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    form_flow::page_or_problem(&state, enroll_browser(&state, &peer, &headers, form).await)
}

async fn enroll_browser(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let (flow, field) = read_form(state, headers, form)?;
    if field.error.is_some() {
        return Ok(render_form(state, &flow, &field, None));
    }
    let request = EnrollmentForm {
        code: TypedCode { text: &field.value, peer: peer.peer() },
        previous: cookie_value(headers, cookie_name(uses_https(state))),
        browser: read_browser(headers),
    };
    match enrollment::enroll(&begin_operation(state, "POST /enroll/confirm"), request).await {
        Ok(secret) => {
            let cookie = set_cookie(&secret, SessionKind::Enrollment, uses_https(state));
            let response = with_cookie(redirect_to(DEFAULT_PATH), &cookie);
            Ok(form_flow::end_flow(state, &flow, response))
        }
        Err(error) => render_refusal(state, &flow, field, error),
    }
}

/// POST: gives a device of the member a sign-in of its own.
pub(super) async fn confirm_device(
    MainSitePage(state): MainSitePage,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    form_flow::page_or_problem(&state, set_up_device(&state, &peer, &headers, form).await)
}

async fn set_up_device(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let (flow, mut field) = read_form(state, headers, form)?;
    if field.error.is_some() {
        return Ok(render_form(state, &flow, &field, None));
    }
    let name = state.page.text("enroll-device-name");
    let code = TypedCode { text: &field.value, peer: peer.peer() };
    let request = DeviceEnrollment { code, name: &name };
    match enrollment::enroll_device(&begin_operation(state, "POST /enroll/device"), request).await {
        Ok((device, password)) => {
            let catalog = format!("{}/opds", state.settings.base_url);
            let shown = DevicePage {
                page: &state.page,
                catalog: &catalog,
                sign_in: &device.sign_in,
                password: &password,
            };
            Ok(form_flow::end_flow(state, &flow, html::private_page(StatusCode::OK, &shown, None)))
        }
        Err(error) if error.key() == Some(ErrorKey::OperationNotAllowed) => {
            field.error = Some(state.page.text("enroll-device-limit"));
            Ok(render_form(state, &flow, &field, None))
        }
        Err(error) => render_refusal(state, &flow, field, error),
    }
}

/// The operation that uses a code, with the endpoint as the audit names it.
fn begin_operation(state: &WebState, endpoint: &'static str) -> Operation {
    state.operation().with_endpoint(endpoint.into())
}

/// The flow that a submitted form belongs to, and the code in the form.
fn read_form(
    state: &WebState,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<(SignInFlow, InputField), FormProblem> {
    let form = form?;
    let flow = form_flow::open_flow(state, headers, &form)?.next_step(None, state.current_time());
    let field = code_field(&state.page).read_from(&state.page, &PageValues(&form));
    Ok((flow, field))
}

fn code_field(page: &Page) -> InputField {
    InputField::new_required(page, "code", "enroll-code")
        .with_hint(page.text("enroll-code-hint"))
        .with_missing_error(page.text("enroll-code-missing"))
        .with_max_chars(MAX_CODE_CHARS)
}

/// The form again, with the reason why the code was refused.
fn render_refusal(
    state: &WebState,
    flow: &SignInFlow,
    mut field: InputField,
    error: services::Error,
) -> Result<Response, FormProblem> {
    let TokenProblem(fault) = error.into();
    let (text, wait) = match fault {
        Fault::BadCredentials => (state.page.text("enroll-wrong"), None),
        Fault::TooManyAttempts(seconds) => (state.page.wait_text("sign-in-wait", seconds), Some(seconds)),
        fault => return Err(fault.into()),
    };
    field.error = Some(text);
    Ok(render_form(state, flow, &field, wait))
}

fn render_form(state: &WebState, flow: &SignInFlow, field: &InputField, wait: Option<u32>) -> Response {
    let errors = list_errors(&[field]);
    let flow = flow.seal(&state.settings.form_key);
    let page = CodePage { page: &state.page, flow: &flow, input: field, errors: &errors };
    form_flow::form_page(&page, &errors, wait, None)
}

fn render_confirmation(state: &WebState, flow: &SignInFlow, code: &str, person: &EnrolledPerson) -> Response {
    let flow = flow.seal(&state.settings.form_key);
    let page = ConfirmPage { page: &state.page, flow: &flow, code, person: &person.short_name };
    form_flow::form_page(&page, &[], None, None)
}
