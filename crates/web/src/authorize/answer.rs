//! The end of an authorization: a redirect, or a page that explains why there is none.

use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use layout::html::accepts_html;
use oauth::{AuthorizeFault, Fault, Redirect};
use services::grants::AuthorizeError;

use super::pages;
pub(super) use crate::form_flow::uses_https;
use crate::replies::{TokenProblem, with_retry_after};
use crate::{SignInFlow, WebState};
pub(super) use layout::cookies::with_cookie;

/// The reason why the next page is not shown.
pub(super) enum AuthorizeEnd {
    Fault(AuthorizeFault),
    /// The user denied access.
    Denied(Redirect, Box<SignInFlow>),
    /// The form is too old, or not from this browser.
    Stale,
}

impl From<AuthorizeFault> for AuthorizeEnd {
    fn from(fault: AuthorizeFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Fault> for AuthorizeEnd {
    fn from(fault: Fault) -> Self {
        Self::Fault(AuthorizeFault::Page(fault))
    }
}

impl From<AuthorizeError> for AuthorizeEnd {
    fn from(error: AuthorizeError) -> Self {
        match error {
            AuthorizeError::Fault(fault) => fault.into(),
            AuthorizeError::Operation(error) => TokenProblem::from(error).0.into(),
        }
    }
}

impl AuthorizeEnd {
    /// The response; `status` is used for redirects.
    pub(super) fn into_page(self, state: &WebState, headers: &HeaderMap, status: StatusCode) -> Response {
        let issuer = &state.settings.auth_url;
        match self {
            Self::Fault(AuthorizeFault::Redirect(to, fault)) => {
                redirect_to(status, &to.with_fault(&fault, issuer))
            }
            Self::Denied(to, flow) => {
                let response = redirect_to(status, &to.with_fault(&Fault::Denied, issuer));
                with_cookie(response, &flow.delete_cookie(uses_https(state)))
            }
            Self::Stale => pages::render_stale(&state.page),
            Self::Fault(AuthorizeFault::Page(fault)) => {
                let wait = fault.retry_after();
                let mut response = if accepts_html(headers) {
                    pages::render_fault(&state.page, &fault)
                } else {
                    TokenProblem(fault).into_response()
                };
                response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
                with_retry_after(response, wait)
            }
        }
    }
}

pub(super) fn redirect_to(status: StatusCode, address: &str) -> Response {
    let Ok(address) = HeaderValue::from_str(address) else {
        tracing::error!("a registered redirect address is not a valid header value");
        return TokenProblem(Fault::Server).into_response();
    };
    let headers = [
        (LOCATION, address),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (status, headers).into_response()
}
