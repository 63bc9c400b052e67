//! Responses to programs: JSON, Token Errors and their headers (docs/rules/authentication.md#rule-9,
//! docs/rules/requests.md#rule-8).

use axum::Json;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, PRAGMA, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use layout::html::accepts_html;
use oauth::Fault;
use transport::bounds::is_unreadable_path;

use secrets::PasswordError;
use services::grants::GrantError;

use crate::problem;

/// A fault as a response. Internal errors are logged when they are converted to one.
#[derive(Debug)]
pub(crate) struct TokenProblem(pub(crate) Fault);

impl From<Fault> for TokenProblem {
    fn from(fault: Fault) -> Self {
        Self(fault)
    }
}

impl From<GrantError> for TokenProblem {
    fn from(error: GrantError) -> Self {
        match error {
            GrantError::Fault(fault) => Self(fault),
            GrantError::Operation(error) => error.into(),
        }
    }
}

impl From<services::Error> for TokenProblem {
    fn from(error: services::Error) -> Self {
        match error {
            services::Error::Credentials => Self(Fault::BadCredentials),
            services::Error::Wait { seconds, .. } => Self(Fault::TooManyAttempts(retry_seconds(seconds))),
            services::Error::Password(error) => error.into(),
            error if error.is_unavailable() => {
                tracing::warn!(%error, "a dependency cannot be reached");
                Self(Fault::Unavailable)
            }
            error => {
                tracing::error!(error = &error as &dyn std::error::Error, "an operation failed");
                Self(Fault::Server)
            }
        }
    }
}

impl From<PasswordError> for TokenProblem {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self(Fault::Busy),
            PasswordError::TooLong => Self(Fault::BadCredentials),
            PasswordError::Failed(cause) => {
                tracing::error!(cause, "a password could not be checked");
                Self(Fault::Server)
            }
        }
    }
}

impl IntoResponse for TokenProblem {
    /// Token Error, with the headers of its fault.
    fn into_response(self) -> Response {
        let fault = self.0;
        let mut response = (fault_status(&fault), Json(fault.error_body())).into_response();
        let headers = response.headers_mut();
        if fault.challenges_client() {
            let challenge = HeaderValue::from_static("Basic realm=\"token server\", charset=\"UTF-8\"");
            headers.insert(WWW_AUTHENTICATE, challenge);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        with_retry_after(response, fault.retry_after())
    }
}

/// The response with the time until the next attempt, in seconds, if there is one.
pub(crate) fn with_retry_after(mut response: Response, seconds: Option<u32>) -> Response {
    if let Some(seconds) = seconds {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// Seconds to wait, in the form of pages and headers.
pub(crate) fn retry_seconds(seconds: u64) -> u32 {
    u32::try_from(seconds).unwrap_or(u32::MAX)
}

/// The response to a request that fails because something is unavailable or the server is shutting down.
/// `site` is the name on the page, for browsers.
pub fn unavailable_response(site: &str, headers: &HeaderMap) -> Response {
    let response = if accepts_html(headers) {
        problem::render_unavailable(site, headers)
    } else {
        TokenProblem(Fault::Unavailable).into_response()
    };
    with_retry_after(response, Fault::Unavailable.retry_after())
}

pub(crate) fn fault_status(fault: &Fault) -> StatusCode {
    StatusCode::from_u16(fault.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Refuses a caller that does not accept JSON.
pub(crate) fn require_json(headers: &HeaderMap) -> Result<(), Fault> {
    let mut ranges = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).peekable();
    let wanted = ["*/*", "application/*", "application/json"];
    let taken = ranges.peek().is_none()
        || ranges.flat_map(|value| value.split(',')).any(|range| {
            let name = range.split(';').next().unwrap_or_default().trim();
            wanted.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
        });
    if taken { Ok(()) } else { Err(Fault::NotAcceptable) }
}

/// OPTIONS, for apps that run in a browser.
pub(crate) async fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST, OPTIONS"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Any other method; the router adds `Allow`.
pub(crate) async fn method_not_allowed() -> TokenProblem {
    TokenProblem(Fault::MethodNotAllowed)
}

/// Refuses a path that is not text: it names no site.
pub(crate) async fn refuse_unreadable_path(request: Request, next: Next) -> Response {
    if is_unreadable_path(request.uri()) {
        return TokenProblem(Fault::Invalid("path", "must be text")).into_response();
    }
    next.run(request).await
}

pub(crate) async fn add_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT;

    use super::require_json;

    #[test]
    fn callers_must_accept_json() {
        let check = |value: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(value) = value {
                headers.insert(ACCEPT, value.parse().unwrap());
            }
            require_json(&headers).is_ok()
        };
        for good in ["*/*", "application/json;q=0.5", "text/html, application/*", "text/html, */*; q=.2"] {
            assert!(check(Some(good)), "{good}");
        }
        assert!(check(None));
        for bad in ["text/html", "application/xml, text/plain", ""] {
            assert!(!check(Some(bad)), "{bad}");
        }
    }
}
