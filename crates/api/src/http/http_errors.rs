//! Errors that only HTTP knows: no operation of the library returns them (docs/rules/errors.md#rule-3).

use axum::http::StatusCode;
use services::{ErrorKey, Fault, Field};

use super::errors::ApiError;

/// An error of the request itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpError {
    /// The token of a page is damaged, too old, or of another list.
    InvalidStart,
    /// The size of a page is not a number of at least 1.
    InvalidLimit,
    /// A file is missing.
    FileRequired,
    /// The address has no such method.
    MethodNotAllowed,
    /// The caller accepts no JSON.
    NotAcceptable,
    /// The endpoint was removed from the contract.
    Gone,
    /// The body is neither a form nor JSON.
    UnsupportedMediaType,
}

impl HttpError {
    /// The error of a fault whose parameter has a key of its own.
    pub fn from_fault(fault: &Fault) -> Option<Self> {
        match (fault.key, fault.field?) {
            (ErrorKey::InvalidParameter, Field::Start) => Some(Self::InvalidStart),
            (ErrorKey::InvalidParameter, Field::Limit) => Some(Self::InvalidLimit),
            (ErrorKey::MissingParameter, field) if field.is_file() => Some(Self::FileRequired),
            _ => None,
        }
    }

    /// The response with messages of its own.
    pub(super) fn with_messages(self, messages: Vec<String>) -> ApiError {
        let (key, status, _) = self.describe();
        ApiError::with_status(key, status, messages)
    }

    /// The key, the status and the message.
    fn describe(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::InvalidStart => (
                "INVALID_START",
                StatusCode::BAD_REQUEST,
                "start: must be the `next` value of a previous page of this list.",
            ),
            Self::InvalidLimit => {
                ("INVALID_LIMIT", StatusCode::BAD_REQUEST, "limit: must be an integer of 1 or more.")
            }
            Self::FileRequired => ("FILE_REQUIRED", StatusCode::BAD_REQUEST, "A file is required."),
            Self::MethodNotAllowed => (
                "METHOD_NOT_ALLOWED",
                StatusCode::METHOD_NOT_ALLOWED,
                "The method is not supported at this address.",
            ),
            Self::NotAcceptable => {
                ("NOT_ACCEPTABLE", StatusCode::NOT_ACCEPTABLE, "Only application/json can be sent.")
            }
            Self::Gone => ("GONE", StatusCode::GONE, "This endpoint was removed."),
            Self::UnsupportedMediaType => {
                ("UNSUPPORTED_MEDIA_TYPE", StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send a form or JSON.")
            }
        }
    }
}

impl From<HttpError> for ApiError {
    fn from(error: HttpError) -> Self {
        let (_, _, message) = error.describe();
        error.with_messages(vec![message.to_owned()])
    }
}
