//! Addresses outside the API that deliver bytes: packages and single files by signed ticket, covers by name
//! (docs/rules/downloads.md#rule-4). They need no key and no token.
//! `GET /covers/{name}`: a cover image or its thumbnail; public, and immutable because the name is a hash of
//! the content.
//! `GET /delivery/{ticket}`: streams a file (docs/rules/downloads.md#rule-4, docs/rules/downloads.md#rule-7).

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::response::{IntoResponse, Response};
use services::Operation;

use crate::Api;
use crate::http::{Result, Segments};

const COVER_HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_TYPE, "image/jpeg"),
    (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

pub async fn get_cover(State(api): State<Api>, Segments(name): Segments<String>) -> Result<Response> {
    let cover = services::files::open_cover(&Operation::by_anybody(&api.library), &name).await?;
    let length = [(header::CONTENT_LENGTH, cover.meta.size.to_string())];
    Ok((COVER_HEADERS, length, Body::from_stream(cover.stream)).into_response())
}

/// Deliver a file. Invalid and expired tickets are 403 `LINK_EXPIRED`, and so are those of deleted packages.
pub async fn fetch_delivery(
    State(api): State<Api>,
    method: Method,
    headers: HeaderMap,
    Segments(ticket): Segments<String>,
) -> Result<Response> {
    let file = services::files::open(&Operation::by_anybody(&api.library), &ticket).await?;
    Ok(transport::files::send_file(&file, &method, &headers, api.library.current_time(), None).await?)
}
