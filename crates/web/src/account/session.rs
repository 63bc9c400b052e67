//! The session of a request: its cookie, and the token of its forms.

use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use layout::cookies::cookie_value;
use layout::session::{cookie_name, form_token, is_form_token};
use oauth::Params;
use services::{Operation, sessions};

use crate::form_flow::{FormProblem, uses_https};
use crate::state::WebState;

/// A signed-in person.
pub(super) struct SignedInVisitor<'a> {
    /// The state, with the name of the user's site, in the user's language.
    pub(super) state: WebState,
    /// The operation of the session's user.
    pub(super) op: Operation,
    /// The value of the session's cookie.
    pub(super) value: &'a str,
}

impl<'a> SignedInVisitor<'a> {
    /// The visitor that a request comes from. `None` for guests.
    pub(super) async fn from_headers(
        state: &WebState,
        headers: &'a HeaderMap,
    ) -> Result<Option<Self>, FormProblem> {
        let Some(value) = cookie_value(headers, cookie_name(uses_https(state))) else { return Ok(None) };
        let Some(op) = sessions::resume(&state.library, value).await? else { return Ok(None) };
        let state = state.with_page(state.page.for_browser(headers)).for_site(op.view_site()).await?;
        let state = state.with_page(state.page.for_account(op.account()?));
        Ok(Some(Self { state, op, value }))
    }

    /// Refuses a form that does not come from a page of this session.
    pub(super) fn check_token(&self, form: &Params) -> Result<(), FormProblem> {
        let sent = form.get("token")?.unwrap_or_default();
        let token = form_token(&self.state.settings.form_key, self.value);
        if is_form_token(sent, &token) { Ok(()) } else { Err(FormProblem::Stale) }
    }
}

/// Redirects the browser to another page of this server.
pub(super) fn redirect_to(path: &str) -> Response {
    let Ok(path) = HeaderValue::from_str(path) else { return StatusCode::BAD_REQUEST.into_response() };
    let headers = [(LOCATION, path), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::SEE_OTHER, headers).into_response()
}
