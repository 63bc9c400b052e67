//! The session of a request: its cookie, its user, and the token of its forms.

use axum::http::header::{CACHE_CONTROL, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use layout::session::{form_token, name};
use oauth::tokens::equal;
use oauth::{Fault, Params};
use services::ErrorKey;
use services::roles::SignedIn;
use services::sessions;
use store::StoreError;

use super::sign_in;
use crate::page::Page;
use crate::problem;
use crate::replies::Problem;
use crate::state::WebState;
use crate::walk::{Halt, secure};
use layout::cookies::{cookie, with_cookie};
use layout::notice::Notices;

/// A signed-in person.
pub(super) struct Visitor {
    pub(super) user: SignedIn,
    /// The state, with the name of the user's site, in the user's language.
    pub(super) state: WebState,
    /// The token in each form of this session, which other sites cannot know.
    pub(super) token: String,
}

/// Reasons not to show a page.
pub(super) enum Refusal {
    /// Nobody is signed in; the address to continue with afterwards.
    SignIn(String),
    /// As for the other forms.
    Halt(Halt),
    /// A refused operation.
    Error(services::Error),
}

impl From<Halt> for Refusal {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Halt(fault.into())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Halt(error.into())
    }
}

impl From<services::Error> for Refusal {
    fn from(error: services::Error) -> Self {
        Self::Error(error)
    }
}

impl Visitor {
    /// The visitor that a request comes from, or a redirect to the sign-in and then to `back`. `way` is
    /// method and path for the audit.
    pub(super) async fn of(
        state: &WebState,
        headers: &HeaderMap,
        way: &str,
        back: &str,
    ) -> Result<Self, Refusal> {
        let value = cookie(headers, name(secure(state)));
        let user = match value {
            Some(value) => sessions::resume(&state.library, value).await?,
            None => None,
        };
        let (Some(mut user), Some(value)) = (user, value) else {
            return Err(Refusal::SignIn(back.to_owned()));
        };
        user.caller = user.caller.by(way.into());
        let state = state.with_page(state.page.for_browser(headers)).of_site(user.site()).await?;
        let state = state.with_page(state.page.for_account(&user.reader.account));
        let token = form_token(&state.settings.form_key, value);
        Ok(Self { user, state, token })
    }

    /// Refuses a form that does not come from a page of this session.
    pub(super) fn check(&self, form: &Params) -> Result<(), Refusal> {
        let sent = form.get("token")?.unwrap_or_default();
        if equal(sent, &self.token) { Ok(()) } else { Err(Halt::Stale.into()) }
    }

    /// Redirects the browser to a page that says once that something was done: the sentence of a message.
    pub(super) fn done(&self, message: &str, address: &str) -> Response {
        with_cookie(redirect(address), &self.notices().set_cookie(address, message))
    }

    /// What pages say once to this visitor.
    pub(super) fn notices(&self) -> Notices<'_> {
        let (now, secure) = (self.state.now(), secure(&self.state));
        Notices { key: &self.state.settings.form_key, token: &self.token, now, secure }
    }
}

impl Refusal {
    /// The page that explains the refusal, or the redirect.
    pub(super) fn respond(self, page: &Page) -> Response {
        match self {
            Self::SignIn(back) => redirect(&sign_in::address(&back)),
            Self::Halt(halt) => halt.respond(page),
            Self::Error(error) => refused(page, error),
        }
    }
}

/// The page, or the page that explains why there is none.
pub(super) async fn shown(
    state: &WebState,
    headers: &HeaderMap,
    result: Result<Response, Refusal>,
) -> Response {
    match result {
        Ok(response) => response,
        Err(refusal @ Refusal::SignIn(_)) => refusal.respond(&state.page),
        // A signed-in user reads it in the language of the account.
        Err(refusal) => match Visitor::of(state, headers, "", "").await {
            Ok(visitor) => refusal.respond(&visitor.state.page),
            Err(_) => refusal.respond(&state.of_main_site(headers).await.page),
        },
    }
}

/// The page for a refused operation.
fn refused(page: &Page, error: services::Error) -> Response {
    let Some(key) = error.key() else {
        let fault = Problem::from(error).0;
        return Halt::from(fault).respond(page);
    };
    if let services::Error::Wait { seconds, .. } = error {
        let text = page.n("wait-text", seconds);
        let mut response = problem::said(page, StatusCode::TOO_MANY_REQUESTS, "wait-heading", &text);
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
        return response;
    }
    let (status, heading, text) = match key {
        ErrorKey::NotFound => (StatusCode::NOT_FOUND, "not-found-heading", "device-missing"),
        ErrorKey::UserNotFound => (StatusCode::NOT_FOUND, "not-found-heading", "member-missing"),
        ErrorKey::NotManageable => (StatusCode::FORBIDDEN, "closed-heading", "member-independent"),
        ErrorKey::InvalidParameter => (StatusCode::BAD_REQUEST, "refused-heading", "refused-text"),
        ErrorKey::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "unavailable-heading", "unavailable-text"),
        _ => (StatusCode::FORBIDDEN, "closed-heading", "forbidden-text"),
    };
    problem::page(page, status, heading, text)
}

/// A path with its query, if there is one.
pub(super) fn with_query(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// Redirects the browser to another page of ours.
pub(super) fn redirect(path: &str) -> Response {
    let Ok(path) = HeaderValue::from_str(path) else { return StatusCode::BAD_REQUEST.into_response() };
    let headers = [(LOCATION, path), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::SEE_OTHER, headers).into_response()
}
