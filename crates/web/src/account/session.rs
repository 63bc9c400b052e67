//! The session of a request: its cookie, and the token of its forms.

use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use layout::cookies::cookie;
use layout::session::{cookie_name, form_token, is_form_token};
use oauth::Params;
use services::sessions;

use crate::state::WebState;
use crate::walk::{Halt, secure};

/// A signed-in person.
pub(super) struct Visitor<'a> {
    /// The state, with the name of the user's site, in the user's language.
    pub(super) state: WebState,
    /// The value of the session's cookie.
    pub(super) value: &'a str,
}

impl<'a> Visitor<'a> {
    /// The visitor that a request comes from. `None` if nobody is signed in.
    pub(super) async fn of(state: &WebState, headers: &'a HeaderMap) -> Result<Option<Self>, Halt> {
        let Some(value) = cookie(headers, cookie_name(secure(state))) else { return Ok(None) };
        let Some(user) = sessions::resume(&state.library, value).await? else { return Ok(None) };
        let state = state.with_page(state.page.for_browser(headers)).of_site(user.site()).await?;
        let state = state.with_page(state.page.for_account(&user.reader.account));
        Ok(Some(Self { state, value }))
    }

    /// Refuses a form that does not come from a page of this session.
    pub(super) fn check(&self, form: &Params) -> Result<(), Halt> {
        let sent = form.get("token")?.unwrap_or_default();
        let token = form_token(&self.state.settings.form_key, self.value);
        if is_form_token(sent, &token) { Ok(()) } else { Err(Halt::Stale) }
    }
}

/// Redirects the browser to another page of ours.
pub(super) fn redirect(path: &str) -> Response {
    let Ok(path) = HeaderValue::from_str(path) else { return StatusCode::BAD_REQUEST.into_response() };
    let headers = [(LOCATION, path), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::SEE_OTHER, headers).into_response()
}
