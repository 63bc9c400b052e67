//! Parameters of a query.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::Problem;

/// The parameters of a query: 400 with an explanation if it cannot be read.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let read = serde_html_form::from_str(parts.uri.query().unwrap_or_default());
        // All values are texts: the only possible fault is that one is repeated.
        read.map(Self).map_err(|_| Problem::bad_request("problem-address"))
    }
}
