//! GET /covers/{name}: a cover image or its thumbnail; public, and immutable because the name is a hash of
//! the content.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use services::Operation;

use crate::Api;
use crate::http::{Result, Segments};

const COVER_HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_TYPE, "image/jpeg"),
    (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Deliver a cover.
pub async fn get_cover(State(api): State<Api>, Segments(name): Segments<String>) -> Result<Response> {
    let cover = services::files::open_cover(&Operation::by_anybody(&api.library), &name).await?;
    let length = [(header::CONTENT_LENGTH, cover.meta.size.to_string())];
    Ok((COVER_HEADERS, length, Body::from_stream(cover.stream)).into_response())
}
