//! GET /covers/{name}: a cover image or its thumbnail; public, and the same for ever because the name is
//! made of the content.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use delivery::keys::Key;

use crate::http::errors::{ErrorKey, Result};
use crate::http::path::Segments;
use crate::state::Api;

const HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_TYPE, "image/jpeg"),
    (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Deliver a cover.
pub async fn cover(State(api): State<Api>, Segments(name): Segments<String>) -> Result<Response> {
    let key = Key::public_cover(&name).ok_or(ErrorKey::NotFound)?;
    let reading = match api.delivery.files().read(&key, None).await {
        Err(delivery::Error::Missing(_)) => return Err(ErrorKey::NotFound.into()),
        read => read?,
    };
    let length = [(header::CONTENT_LENGTH, reading.meta.size.to_string())];
    Ok((HEADERS, length, Body::from_stream(reading.stream)).into_response())
}
