//! A form on a page outside the sign-in, tied to its browser like the sign-in's forms.

use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use layout::cookies::with_cookie;
use layout::html;
use layout::inputs::{InputError, form_status};
use oauth::{Fault, Params};

use crate::replies::{TokenProblem, fault_status, with_retry_after};
use crate::{Page, SignInFlow, WebState, problem};

/// The reason why the next page is not shown.
pub(crate) enum FormProblem {
    /// An internal error, or an unreadable form.
    Fault(Fault),
    /// The form is too old, or not from this browser.
    Stale,
}

impl From<Fault> for FormProblem {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<services::Error> for FormProblem {
    fn from(error: services::Error) -> Self {
        Self::Fault(TokenProblem::from(error).0)
    }
}

impl FormProblem {
    pub(crate) fn into_page(self, page: &Page) -> Response {
        match self {
            Self::Stale => problem::render_expired(page),
            Self::Fault(fault) => {
                let (heading, text) = match &fault {
                    Fault::Unavailable | Fault::Busy => ("unavailable-heading", "unavailable-text"),
                    Fault::Server => ("trouble-heading", "trouble-text"),
                    _ => ("refused-heading", "unreadable-text"),
                };
                let response = problem::render_problem(page, fault_status(&fault), heading, text);
                with_retry_after(response, fault.retry_after())
            }
        }
    }
}

/// The flow that a submitted form belongs to; its `query` is the note that it began with.
pub(crate) fn open_flow(
    state: &WebState,
    headers: &HeaderMap,
    form: &Params,
) -> Result<SignInFlow, FormProblem> {
    let key = &state.settings.form_key;
    let now = state.current_time();
    form.get("flow")?.and_then(|text| SignInFlow::open(text, headers, key, now)).ok_or(FormProblem::Stale)
}

/// Starts a flow with a page and its cookie. `note` is returned with the form.
pub(crate) fn start_flow(
    state: &WebState,
    note: &str,
    page: impl FnOnce(&SignInFlow) -> Response,
) -> Response {
    let (flow, secret) = SignInFlow::start(note, &mut state.new_rng(), state.current_time());
    with_cookie(page(&flow), &flow.set_cookie(&secret, uses_https(state)))
}

/// A page with a form. Its status reports a wait until the next attempt, or else errors of the form.
/// `wait`: seconds until the next attempt. `redirect_source`: where the response to the form may redirect the
/// browser, as a source of the content security policy.
pub(crate) fn form_page(
    page: &impl Template,
    errors: &[InputError],
    wait: Option<u32>,
    redirect_source: Option<&str>,
) -> Response {
    let status = wait.map_or_else(|| form_status(errors), |_| StatusCode::TOO_MANY_REQUESTS);
    with_retry_after(html::private_page(status, page, redirect_source), wait)
}

pub(crate) fn end_flow(state: &WebState, flow: &SignInFlow, page: Response) -> Response {
    with_cookie(page, &flow.delete_cookie(uses_https(state)))
}

/// Returns true if cookies may be sent over HTTPS only.
pub(crate) fn uses_https(state: &WebState) -> bool {
    state.settings.auth_url.starts_with("https://")
}

pub(crate) fn page_or_problem(state: &WebState, result: Result<Response, FormProblem>) -> Response {
    result.unwrap_or_else(|problem| problem.into_page(&state.page))
}
