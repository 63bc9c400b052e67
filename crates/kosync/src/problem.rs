//! Errors like those of `KOReader`'s own server: the same statuses, codes and messages. Messages that the app
//! shows to people are our own if there is more to say.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use services::ErrorKey;

/// An error response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Name or key is wrong.
    Unauthorized,
    /// Device sign-in is refused, permanently or for now, with a reason for people.
    Refused { reason: String, seconds: Option<u64> },
    /// A limit is reached.
    Wait { reason: String, seconds: u64 },
    /// A field is missing or invalid.
    Invalid,
    /// The document's key is missing or invalid.
    NoDocument,
    /// Accounts are not created here.
    NoRegistration,
    /// The body is not JSON.
    NoJson,
    /// The body is not an object.
    NoObject,
    /// The body is too large.
    TooLarge,
    /// There is nothing at this address.
    NotFound,
    /// Something that the library needs cannot be reached.
    Unavailable,
    /// The library failed.
    Server,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    code: u16,
    message: &'a str,
}

/// The message for people who want to register.
const NO_REGISTRATION: &str = "Accounts cannot be created here. Sign in to your library in a browser, create a device \
     for this app, and log in with the device's name and password.";

/// Seconds after which to retry during an outage.
const RETRY_SECONDS: u64 = 5;

impl Problem {
    /// Too many requests: when to retry, in seconds.
    pub(crate) fn too_many_requests(seconds: u64) -> Self {
        Self::Wait { reason: "Too many requests; try again later.".to_owned(), seconds }
    }

    fn status_code_and_text(&self) -> (StatusCode, u16, &str) {
        match self {
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, 2001, "Unauthorized"),
            Self::Refused { reason, .. } => (StatusCode::UNAUTHORIZED, 2001, reason),
            Self::Wait { reason, .. } => (StatusCode::TOO_MANY_REQUESTS, 2000, reason),
            Self::Invalid => (StatusCode::FORBIDDEN, 2003, "Invalid request"),
            Self::NoDocument => (StatusCode::FORBIDDEN, 2004, "Field 'document' not provided."),
            Self::NoRegistration => (StatusCode::PAYMENT_REQUIRED, 2005, NO_REGISTRATION),
            Self::NoJson => (StatusCode::BAD_REQUEST, 103, "Could not parse JSON in body."),
            Self::NoObject => (StatusCode::BAD_REQUEST, 104, "Body should be a JSON hash."),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, 2003, "Invalid request"),
            Self::NotFound => (StatusCode::NOT_FOUND, 2000, "There is nothing here."),
            Self::Unavailable => {
                (StatusCode::SERVICE_UNAVAILABLE, 2000, "The library cannot be reached; try again later.")
            }
            Self::Server => (StatusCode::BAD_GATEWAY, 2000, "Unknown server error."),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code, message) = self.status_code_and_text();
        let mut response = (status, Json(ErrorBody { code, message })).into_response();
        let seconds = match self {
            Self::Wait { seconds, .. } => Some(seconds),
            Self::Refused { seconds, .. } => seconds,
            Self::Unavailable => Some(RETRY_SECONDS),
            _ => None,
        };
        let retry_after = seconds.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds)));
        response.headers_mut().extend(retry_after);
        response
    }
}

impl From<services::Error> for Problem {
    fn from(error: services::Error) -> Self {
        if let services::Error::Wait { reason, seconds } = error {
            return Self::Wait { reason, seconds };
        }
        if let Some(seconds) = error.retry_seconds() {
            return Self::too_many_requests(seconds);
        }
        if error.is_unavailable() {
            tracing::warn!(%error, "something that the server needs cannot be reached");
            return Self::Unavailable;
        }
        match error.key() {
            Some(ErrorKey::Unauthorized) => Self::Unauthorized,
            Some(ErrorKey::InvalidParameter) => Self::Invalid,
            Some(ErrorKey::ClientNotAllowed) => Self::Refused { reason: error.to_string(), seconds: None },
            _ => {
                tracing::error!(error = &error as &dyn std::error::Error, "a place was not synchronized");
                Self::Server
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use secrets::PasswordError;

    use super::Problem;

    #[test]
    fn an_app_that_must_wait_learns_how_long() {
        let busy = services::Error::from(PasswordError::Busy);
        assert_eq!(Problem::from(busy), Problem::too_many_requests(5));
    }
}
