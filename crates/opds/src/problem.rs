//! Errors: problem details (RFC 9457) in words for people, and the authentication document where signing in is
//! what helps. Internal detail is logged here and never sent.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::access::AlertCode;
use serde_json::json;
use services::{Error, ErrorKey};

use crate::media_types;

/// What a handler returns.
pub(crate) type Result<T, E = Problem> = std::result::Result<T, E>;

/// An error as it is answered.
#[derive(Debug)]
pub(crate) struct Problem {
    kind: &'static str,
    status: StatusCode,
    title: &'static str,
    detail: String,
    retry_after: Option<u64>,
}

/// Marks a response that the authentication document takes the place of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignIn;

impl Problem {
    fn new(status: StatusCode, title: &'static str, detail: impl Into<String>) -> Self {
        Self { kind: "about:blank", status, title, detail: detail.into(), retry_after: None }
    }

    /// A user is needed, or what the request proves its user with is wrong.
    pub(crate) fn sign_in() -> Self {
        let detail = "Sign in with a device password, or through the library's own page.";
        Self::new(StatusCode::UNAUTHORIZED, "Sign in", detail)
    }

    /// There is nothing at an address.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "Not found", "There is nothing at this address.")
    }

    /// The address does not take this method.
    pub(crate) fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "Not possible", "This address can only be read.")
    }

    /// A value of a query that is not allowed.
    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "Not understood", detail)
    }

    /// Too many requests: when to come again, in seconds.
    pub(crate) fn too_many(seconds: u64) -> Self {
        let detail = "Too many requests came from here. Try again in a moment.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests", detail).retry(seconds)
    }

    /// The copy is still being made.
    pub(crate) fn in_preparation(seconds: u64) -> Self {
        let detail = "The book is still being prepared. Try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "Not ready yet", detail).retry(seconds)
    }

    /// The reasons why a visitor may not have a publication.
    pub(crate) fn closed(reasons: &[&str]) -> Self {
        let detail =
            if reasons.is_empty() { "No format of this title is ready." } else { &reasons.join(" ") };
        Self::new(StatusCode::FORBIDDEN, "Not available to you", detail)
    }

    /// A place that cannot be read or kept, and why.
    pub(crate) fn bad_progression(why: &str) -> Self {
        let detail = format!("This place cannot be kept: {why}.");
        let kind = "https://registry.opds.io/error#progression-invalid-payload";
        Self { kind, ..Self::new(StatusCode::BAD_REQUEST, "Not understood", detail) }
    }

    /// The library knows a newer place.
    pub(crate) fn outdated() -> Self {
        let detail = "The library knows a place that this reader reached later.";
        let kind = "https://registry.opds.io/error#progression-date";
        Self { kind, ..Self::new(StatusCode::CONFLICT, "There is a newer place", detail) }
    }

    /// The body is too large.
    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "Too large", "This is more than an app has to say.")
    }

    fn retry(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        if error.is_unavailable() {
            tracing::warn!(%error, "something that the server needs cannot be reached");
            let detail = ErrorKey::Unavailable.text();
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, "Not available", detail).retry(5);
        }
        match error {
            Error::SignIn(_) | Error::Token { .. } | Error::Credentials => Self::sign_in(),
            Error::Denied { code, more } => {
                let more = more.map(|more| format!(" {more}")).unwrap_or_default();
                Self::closed(&[&format!("{}{more}", code.message())])
            }
            Error::Wait { seconds, .. } => Self::too_many(seconds),
            Error::Refused(key) => Self::of(key, key.text()),
            Error::Explained(key, text) => Self::of(key, text),
            Error::Invalid(faults) => {
                let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
                Self::bad(texts.join(" "))
            }
            error => {
                tracing::error!(%error, "a request failed");
                Self::of(ErrorKey::InternalError, ErrorKey::InternalError.text())
            }
        }
    }
}

impl Problem {
    fn of(key: ErrorKey, text: impl Into<String>) -> Self {
        match key {
            ErrorKey::Unauthorized | ErrorKey::InvalidApiKey => Self::sign_in(),
            ErrorKey::TitleNotFound
            | ErrorKey::PeriodicalNotFound
            | ErrorKey::EditionNotFound
            | ErrorKey::ListNotFound
            | ErrorKey::UserNotFound
            | ErrorKey::PopularListNotFound
            | ErrorKey::NotFound
            | ErrorKey::LinkExpired
            | ErrorKey::ResourceNotFound
            | ErrorKey::FormatNotAvailable
            | ErrorKey::InvalidFormat => Self::new(StatusCode::NOT_FOUND, "Not found", text),
            ErrorKey::TooManyRequests | ErrorKey::TooManyDownloads => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests", text).retry(30)
            }
            ErrorKey::Forbidden
            | ErrorKey::NotSponsor
            | ErrorKey::ForUserRequired
            | ErrorKey::OperationNotAllowed => Self::new(StatusCode::FORBIDDEN, "Not allowed", text),
            ErrorKey::PackagingFailed => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The book could not be made", text)
            }
            ErrorKey::InternalError => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong", text)
            }
            _ => Self::new(StatusCode::BAD_REQUEST, "Not understood", text),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = json!({
            "type": self.kind,
            "title": self.title,
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        let mut response = (self.status, Json(body)).into_response();
        let media_type = HeaderValue::from_static(media_types::PROBLEM);
        response.headers_mut().insert(header::CONTENT_TYPE, media_type);
        if self.status == StatusCode::UNAUTHORIZED {
            response.extensions_mut().insert(SignIn);
        }
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// The sentences that say why a title is closed.
pub(crate) fn reasons(alerts: &[domain::access::Alert]) -> Vec<&'static str> {
    use domain::access::AlertLevel;
    let closes = |code: AlertCode| {
        code.level() == AlertLevel::Error
            || matches!(code, AlertCode::FormatsPending | AlertCode::ForUserRequired)
    };
    alerts.iter().filter(|alert| closes(alert.code)).map(|alert| alert.code.message()).collect()
}
