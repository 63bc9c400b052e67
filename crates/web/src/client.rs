//! The client credentials of a request.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

/// The `Authorization` header, if it is text.
pub(crate) fn authorization_header(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok())
}
