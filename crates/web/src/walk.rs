//! A form on a page outside the sign-in, tied to its browser like the sign-in's forms.

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use layout::cookies::with_cookie;
use oauth::{Fault, Params};
use store::StoreError;

use crate::flow::Flow;
use crate::page::Page;
use crate::problem;
use crate::replies::{Problem, status};
use crate::state::WebState;

/// Why the next page is not shown.
pub(crate) enum Halt {
    /// An internal error, or an unreadable form.
    Fault(Fault),
    /// The form is too old, or not from this browser.
    Stale,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Self::Fault(Problem::from(error).0)
    }
}

impl From<services::Error> for Halt {
    fn from(error: services::Error) -> Self {
        Self::Fault(Problem::from(error).0)
    }
}

impl Halt {
    /// The page that explains it.
    pub(crate) fn respond(self, page: &Page) -> Response {
        match self {
            Self::Stale => problem::page(page, StatusCode::FORBIDDEN, "expired-heading", "expired-text"),
            Self::Fault(fault) => {
                let (heading, text) = match &fault {
                    Fault::Unavailable | Fault::Busy => ("unavailable-heading", "unavailable-text"),
                    Fault::Server => ("trouble-heading", "trouble-text"),
                    _ => ("refused-heading", "unreadable-text"),
                };
                let mut response = problem::page(page, status(&fault), heading, text);
                if let Some(seconds) = fault.retry_after() {
                    response.headers_mut().insert(RETRY_AFTER, seconds.into());
                }
                response
            }
        }
    }
}

/// The flow that a submitted form belongs to; its `query` is the note that it began with.
pub(crate) fn opened(state: &WebState, headers: &HeaderMap, form: &Params) -> Result<Flow, Halt> {
    let (key, now) = (&state.settings.form_key, state.now());
    form.get("flow")?.and_then(|text| Flow::open(text, headers, key, now)).ok_or(Halt::Stale)
}

/// Starts a flow with a page and its cookie. `note` is returned with the form.
pub(crate) fn begin(state: &WebState, note: &str, page: impl FnOnce(&Flow) -> Response) -> Response {
    let (flow, secret) = Flow::start(note, &mut state.rng(), state.now());
    with_cookie(page(&flow), &flow.set_cookie(&secret, secure(state)))
}

/// Ends a flow with a page.
pub(crate) fn end(state: &WebState, flow: &Flow, page: Response) -> Response {
    with_cookie(page, &flow.delete_cookie(secure(state)))
}

/// Whether cookies may travel over https only.
pub(crate) fn secure(state: &WebState) -> bool {
    state.settings.auth_url.starts_with("https://")
}

/// The page, or the page that explains why there is none.
pub(crate) fn shown(state: &WebState, result: Result<Response, Halt>) -> Response {
    result.unwrap_or_else(|halt| halt.respond(&state.page))
}
