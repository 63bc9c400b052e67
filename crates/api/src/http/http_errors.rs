//! Errors that only HTTP knows: no operation of the library returns them (docs/rules/errors.md#rule-3).

use axum::http::StatusCode;

use super::errors::ApiError;

/// An error of the request itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpError {
    /// The address has no such method.
    MethodNotAllowed,
    /// The caller accepts no JSON.
    NotAcceptable,
    /// The endpoint was removed from the contract.
    Gone,
    /// The body is neither a form nor JSON.
    UnsupportedMediaType,
}

impl From<HttpError> for ApiError {
    fn from(error: HttpError) -> Self {
        let (key, status, text) = match error {
            HttpError::MethodNotAllowed => (
                "METHOD_NOT_ALLOWED",
                StatusCode::METHOD_NOT_ALLOWED,
                "The method is not supported at this address.",
            ),
            HttpError::NotAcceptable => {
                ("NOT_ACCEPTABLE", StatusCode::NOT_ACCEPTABLE, "Only application/json can be sent.")
            }
            HttpError::Gone => ("GONE", StatusCode::GONE, "This endpoint was removed."),
            HttpError::UnsupportedMediaType => {
                ("UNSUPPORTED_MEDIA_TYPE", StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send a form or JSON.")
            }
        };
        Self::with_status(key, status, text)
    }
}
