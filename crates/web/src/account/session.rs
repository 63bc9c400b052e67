//! The session of a request: its cookie, and the token of its forms.

use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use layout::cookies::cookie_value;
use layout::session::{cookie_name, form_token, is_form_token};
use oauth::Params;
use services::{Operation, sessions};

use super::sign_in::{DEFAULT_PATH, sign_in_path};
use crate::form_flow::uses_https;
use crate::{FormProblem, WebState};

/// A signed-in person. Guests are redirected to the sign-in page.
pub(super) struct SignedInVisitor {
    /// The state, with the name of the user's site, in the user's language.
    pub(super) state: WebState,
    pub(super) op: Operation,
    pub(super) value: String,
}

impl FromRequestParts<WebState> for SignedInVisitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Response> {
        let state = state.with_page(state.page.for_browser(&parts.headers));
        match Self::identify(&state, &parts.headers).await {
            Ok(Some(visitor)) => Ok(visitor),
            Ok(None) => Err(redirect_to(&sign_in_path(DEFAULT_PATH))),
            Err(problem) => Err(problem.into_page(&state.page)),
        }
    }
}

impl SignedInVisitor {
    /// The visitor that a request comes from. `None` for guests.
    async fn identify(state: &WebState, headers: &HeaderMap) -> Result<Option<Self>, FormProblem> {
        let Some(value) = cookie_value(headers, cookie_name(uses_https(state))) else { return Ok(None) };
        let Some(op) = sessions::resume(&state.library, value).await? else { return Ok(None) };
        let state = state.for_site(Some(&op.site)).await;
        let state = state.with_page(state.page.for_account(op.account()?));
        Ok(Some(Self { state, op, value: value.to_owned() }))
    }

    /// Refuses a form that does not come from a page of this session.
    pub(super) fn check_token(&self, form: &Params) -> Result<(), FormProblem> {
        let sent = form.get("token")?.unwrap_or_default();
        let token = form_token(&self.state.settings.form_key, &self.value);
        if is_form_token(sent, &token) { Ok(()) } else { Err(FormProblem::Stale) }
    }
}

/// Redirects the browser to another page of this server.
pub(super) fn redirect_to(path: &str) -> Response {
    let Ok(path) = HeaderValue::from_str(path) else { return StatusCode::BAD_REQUEST.into_response() };
    let headers = [(LOCATION, path), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::SEE_OTHER, headers).into_response()
}
