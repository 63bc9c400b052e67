//! /enroll: the code of a printed card signs a browser or a device in, once
//! (docs/rules/authentication.md#rule-17).

use axum::extract::{FromRequest, FromRequestParts as _, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::sessions::SessionKind;
use layout::cookies::{cookie_value, with_cookie};
use layout::html;
use layout::inputs::{InputError, InputField, list_errors};
use layout::session::{cookie_name, read_browser, set_cookie};
use oauth::{Fault, Params};
use services::enrollment::{self, EnrolledPerson, EnrollmentForm, TypedCode};
use services::{ErrorKey, Operation};

use super::session::redirect_to;
use super::sign_in::DEFAULT_PATH;
use crate::form_flow::{self, uses_https};
use crate::{
    FormParams, FormProblem, MainSitePage, Page, PageValues, PeerAddress, SignInFlow, TokenProblem, WebState,
};

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
struct EnrollConfirmPage<'a> {
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

/// A code that was submitted, with the flow that its form belongs to. A form without a code is shown again.
pub(super) struct CodeForm {
    state: WebState,
    peer: PeerAddress,
    headers: HeaderMap,
    flow: SignInFlow,
    field: InputField,
}

impl FromRequest<WebState> for CodeForm {
    type Rejection = Response;

    async fn from_request(request: Request, state: &WebState) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let Ok(MainSitePage(state)) = MainSitePage::from_request_parts(&mut parts, state).await;
        let Ok(peer) = PeerAddress::from_request_parts(&mut parts, &state).await;
        let headers = parts.headers.clone();
        let Ok(FormParams(form)) = FormParams::from_request(Request::from_parts(parts, body), &state).await;
        let read = read_form(&state, &headers, form);
        let (flow, field) = read.map_err(|problem| problem.into_page(&state.page))?;
        if field.error.is_some() {
            return Err(render_form(&state, &flow, &field, None));
        }
        Ok(Self { state, peer, headers, flow, field })
    }
}

impl CodeForm {
    fn code(&self) -> TypedCode<'_> {
        TypedCode { text: &self.field.value, peer: self.peer.peer() }
    }

    /// The form again, with the reason why the code was refused.
    fn render_refusal(mut self, error: services::Error) -> Response {
        let page = &self.state.page;
        let TokenProblem(fault) = error.into();
        let (text, wait) = match fault {
            Fault::BadCredentials => (page.text("enroll-wrong"), None),
            Fault::TooManyAttempts(seconds) => (page.wait_text("sign-in-wait", seconds), Some(seconds)),
            fault => return FormProblem::from(fault).into_page(page),
        };
        self.field.error = Some(text);
        render_form(&self.state, &self.flow, &self.field, wait)
    }
}

/// POST: the code. The page names the person whom it would sign in, and asks for confirmation.
pub(super) async fn submit(form: CodeForm) -> Response {
    match enrollment::find_person(&form.state.operation(), form.code()).await {
        Ok(person) => render_confirmation(&form.state, &form.flow, &form.field.value, &person),
        Err(error) => form.render_refusal(error),
    }
}

/// POST: signs the browser in.
pub(super) async fn confirm(form: CodeForm) -> Response {
    let state = &form.state;
    let request = EnrollmentForm {
        code: form.code(),
        previous: cookie_value(&form.headers, cookie_name(uses_https(state))),
        browser: read_browser(&form.headers),
    };
    match enrollment::enroll(&begin_operation(state, "POST /enroll/confirm"), request).await {
        Ok(secret) => {
            let cookie = set_cookie(&secret, SessionKind::Enrollment, uses_https(state));
            let response = with_cookie(redirect_to(DEFAULT_PATH), &cookie);
            form_flow::end_flow(state, &form.flow, response)
        }
        Err(error) => form.render_refusal(error),
    }
}

/// POST: gives a device of the member a sign-in of its own.
pub(super) async fn confirm_device(mut form: CodeForm) -> Response {
    let state = &form.state;
    let name = state.page.text("enroll-device-name");
    let op = begin_operation(state, "POST /enroll/device");
    match enrollment::enroll_device(&op, form.code(), &name).await {
        Ok((device, password)) => {
            let catalog = format!("{}/opds", state.settings.base_url);
            let shown = DevicePage {
                page: &state.page,
                catalog: &catalog,
                sign_in: &device.sign_in,
                password: &password,
            };
            form_flow::end_flow(state, &form.flow, html::private_page(StatusCode::OK, &shown, None))
        }
        Err(error) if error.key() == Some(ErrorKey::OperationNotAllowed) => {
            form.field.error = Some(state.page.text("enroll-device-limit"));
            render_form(state, &form.flow, &form.field, None)
        }
        Err(error) => form.render_refusal(error),
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

fn render_form(state: &WebState, flow: &SignInFlow, field: &InputField, wait: Option<u32>) -> Response {
    let errors = list_errors(&[field]);
    let flow = flow.seal(&state.settings.form_key);
    let page = CodePage { page: &state.page, flow: &flow, input: field, errors: &errors };
    form_flow::form_page(&page, &errors, wait, None)
}

fn render_confirmation(state: &WebState, flow: &SignInFlow, code: &str, person: &EnrolledPerson) -> Response {
    let flow = flow.seal(&state.settings.form_key);
    let page = EnrollConfirmPage { page: &state.page, flow: &flow, code, person: &person.short_name };
    form_flow::form_page(&page, &[], None, None)
}
