//! Files of the page of a chapter: pictures, drawings, recordings and their times. Each asks for
//! access again.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};

use super::{ReadingRequest, parse_index};
use crate::problem::parse_number;
use crate::{Path, Problem, Result, Visitor};

/// Policy of a file that is opened by itself: it shows itself and runs nothing.
const SANDBOX_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// GET /read/{id}/files/{path}
pub(super) async fn serve_file(
    visitor: Visitor,
    Path((_, path)): Path<(String, String)>,
    ReadingRequest(opened): ReadingRequest,
    method: Method,
    headers: HeaderMap,
) -> Result {
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    let file = opened.book.open_file(&visitor.op, &path).await?;
    let now = visitor.pages.library.current_time();
    Ok(add_sandbox_policy(transport::files::send_file(&file, &method, &headers, now, None).await?))
}

/// Adds the policy with which a file may be opened by itself.
pub(super) fn add_sandbox_policy(mut file: Response) -> Response {
    file.headers_mut().insert(CONTENT_SECURITY_POLICY, SANDBOX_POLICY);
    file
}

/// GET /read/{id}/drawings/{number}
pub(super) async fn serve_drawing(
    visitor: Visitor,
    Path((_, number)): Path<(String, String)>,
    ReadingRequest(opened): ReadingRequest,
) -> Result {
    let number = parse_number(&number)?;
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    let drawing = opened.book.read_drawing(&visitor.op, number).await?;
    let mut response = drawing.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, SANDBOX_POLICY);
    Ok(response)
}

/// GET /read/{id}/{chapter}/clips: the narration of a chapter, for the script.
pub(super) async fn serve_clips(
    visitor: Visitor,
    Path((_, chapter)): Path<(String, String)>,
    ReadingRequest(opened): ReadingRequest,
) -> Result {
    let number = parse_index(&chapter)?;
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    let clips = opened.book.chapter_clips(&visitor.op, number).await?;
    Ok(([(CACHE_CONTROL, "private, no-store")], Json(clips)).into_response())
}
