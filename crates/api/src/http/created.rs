//! 201: `Location` is the absolute URL of the new resource, and the body is its record
//! (docs/rules/requests.md#rule-8).

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::json::Json;

/// A new resource.
#[derive(Debug)]
pub struct CreatedResource<T> {
    /// Its absolute URL.
    pub location: String,
    pub record: T,
}

impl<T: Serialize> IntoResponse for CreatedResource<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, [(header::LOCATION, self.location)], Json(self.record)).into_response()
    }
}
