//! URL-encoded bodies.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use layout::inputs::FormValues;
use layout::origin::is_url_encoded;
use oauth::{Fault, Params};

/// A URL-encoded form of at most [`crate::MAX_BODY_BYTES`] bytes; the query, including `api_key`, is ignored.
/// An unreadable body is passed to the handler, which reports it in its own format.
pub(crate) struct FormParams(pub(crate) Result<Params, Fault>);

impl<S: Send + Sync> FromRequest<S> for FormParams {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let is_form = is_url_encoded(request.headers());
        let body = Bytes::from_request(request, state).await;
        Ok(Self(match body {
            Ok(body) if is_form || body.is_empty() => Ok(Params::parse(&body)),
            Err(fault) if fault.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Fault::BodyTooLong),
            Ok(_) | Err(_) => Err(Fault::UnreadableBody),
        }))
    }
}

/// The values of a form for the fields of its page. A field that was sent twice has none.
pub(crate) struct PageValues<'a>(pub(crate) &'a Params);

impl FormValues for PageValues<'_> {
    fn value(&self, name: &'static str) -> Option<&str> {
        self.0.get(name).ok().flatten().map(str::trim)
    }
}
