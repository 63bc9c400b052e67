//! JSON responses: compact UTF-8 (docs/rules/requests.md#rule-8).

use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use transport::bounds::BoundedBytes;

use crate::http::errors::{ApiError, InternalError};

#[derive(Debug)]
pub struct Json<T>(pub T);

/// A JSON body that is already serialized.
#[derive(Debug)]
pub struct SerializedJson(pub Bytes);

impl IntoResponse for SerializedJson {
    fn into_response(self) -> Response {
        const JSON: HeaderValue = HeaderValue::from_static("application/json");
        ([(header::CONTENT_TYPE, JSON)], self.0).into_response()
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut body = BoundedBytes::default();
        match serde_json::to_writer(&mut body, &self.0) {
            Ok(()) => SerializedJson(body.into_bytes().into()).into_response(),
            Err(error) => ApiError::from(InternalError(error)).into_response(),
        }
    }
}
