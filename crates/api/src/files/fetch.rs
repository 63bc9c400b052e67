//! GET /delivery/{ticket}: streams a file (docs/rules/downloads.md#rule-4, docs/rules/downloads.md#rule-7).

use std::ops::Range;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use services::files::{Media, Opened};

use crate::files::range::Wanted;
use crate::files::validators::{Outcome, Validators};
use crate::http::errors::Result;
use crate::http::path::Segments;
use crate::state::Api;

/// Deliver a file. Invalid and expired tickets are 403 `LINK_EXPIRED`, and so are those of packages deleted
/// since.
pub async fn fetch(
    State(api): State<Api>,
    method: Method,
    headers: HeaderMap,
    Segments(ticket): Segments<String>,
) -> Result<Response> {
    let file = services::files::open(&api.library, &ticket).await?;
    let size = file.meta().size;
    let coded = may_be_coded(file.media(), &headers);
    let validators = Validators::of(&file.tag(), file.meta().modified, coded);
    let ranged = match validators.judge(&headers, api.library.now()) {
        Outcome::Send => method == Method::GET,
        Outcome::SendWhole => false,
        Outcome::NotModified => return Ok(without_body(StatusCode::NOT_MODIFIED, &validators)),
        Outcome::Failed => return Ok(without_body(StatusCode::PRECONDITION_FAILED, &validators)),
    };
    let text = headers.get(header::RANGE).filter(|_| ranged).and_then(|value| value.to_str().ok());
    let (status, range) = match Wanted::parse(text, size) {
        Wanted::Whole => (StatusCode::OK, 0..size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::Outside => return Ok(outside(size)),
    };
    let body = match (method, status) {
        (Method::HEAD, _) => Body::empty(),
        (_, StatusCode::PARTIAL_CONTENT) => Body::from_stream(file.read(Some(range.clone())).await?),
        _ => Body::from_stream(file.read(None).await?),
    };
    let mut response = (status, body).into_response();
    describe(response.headers_mut(), &file, status, &range);
    finish(response.headers_mut(), &validators);
    Ok(response)
}

/// What is sent of the file: media type, length, name and range.
fn describe(headers: &mut HeaderMap, file: &Opened, status: StatusCode, range: &Range<u64>) {
    headers.insert(header::CONTENT_TYPE, media_type(file.media()));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    headers.insert(header::CONTENT_DISPOSITION, disposition(file));
    if status == StatusCode::PARTIAL_CONTENT {
        let text = format!("bytes {}-{}/{}", range.start, range.end - 1, file.meta().size);
        headers.insert(header::CONTENT_RANGE, value(&text));
    }
}

/// The validators, and what every response has.
fn finish(headers: &mut HeaderMap, validators: &Validators) {
    validators.write(headers);
    for (name, text) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(text));
    }
}

/// 304 and 412: nothing of the file is sent, and nothing is recorded.
fn without_body(status: StatusCode, validators: &Validators) -> Response {
    let mut response = status.into_response();
    finish(response.headers_mut(), validators);
    response
}

/// Whether the server may compress the response on its way: single files except audio and images, if the
/// client reads gzip.
fn may_be_coded(media: &Media, headers: &HeaderMap) -> bool {
    let Media::Inline(own) = media else { return false };
    let packed = own.starts_with("audio/") || (own.starts_with("image/") && own != "image/svg+xml");
    !packed && headers.contains_key(header::ACCEPT_ENCODING)
}

const ALWAYS: [(HeaderName, &str); 3] = [
    (header::ACCEPT_RANGES, "bytes"),
    (header::CACHE_CONTROL, "private, no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

fn media_type(media: &Media) -> HeaderValue {
    match media {
        Media::Attachment => HeaderValue::from_static("application/octet-stream"),
        Media::Inline(own) => value(own),
    }
}

/// Attachments carry their name; a name with other than plain characters is sent encoded (RFC 6266).
fn disposition(file: &Opened) -> HeaderValue {
    let kind = if *file.media() == Media::Attachment { "attachment" } else { "inline" };
    let plain = file.name().bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
    let text = if plain {
        format!("{kind}; filename=\"{}\"", file.name())
    } else {
        format!("{kind}; filename*=UTF-8''{}", crate::routes::segment(file.name()))
    };
    value(&text)
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn outside(size: u64) -> Response {
    let range = value(&format!("bytes */{size}"));
    (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, range)]).into_response()
}
