//! 201: `Location` is the new thing's absolute address, and the body is its record
//! (docs/rules/requests.md#rule-8).

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::json::Json;

/// Something new.
#[derive(Debug)]
pub struct Created<T> {
    /// Its absolute address.
    pub location: String,
    /// Its record.
    pub record: T,
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, [(header::LOCATION, self.location)], Json(self.record)).into_response()
    }
}
