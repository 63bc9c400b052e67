//! Sends a file of the library: ranges, validators and conditions (RFC 9110). `services` records the complete
//! download.

mod range;
mod validators;

use std::fs::File;
use std::io;
use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use jiff::Timestamp;
use services::files::{Media, TicketFile};
use tokio_util::io::ReaderStream;

use crate::encoding::percent_encode;
use range::RequestedRange;
use validators::{ConditionOutcome, Validators};

/// A document of a book is nobody's page here: its scripts see no cookies and no page of this server, and
/// neither they nor its forms send anything anywhere.
const POLICY_OF_BOOKS: &str = "sandbox allow-scripts; default-src 'self' data: blob: 'unsafe-inline'; \
                               form-action 'none'; connect-src 'none'";

/// Headers of every response.
const COMMON_HEADERS: [(HeaderName, &str); 3] = [
    (header::ACCEPT_RANGES, "bytes"),
    (header::CACHE_CONTROL, "private, no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Responds to a GET or HEAD with an opened file, or the requested part of it. `media_type` replaces the
/// file's own media type.
///
/// # Errors
/// The file cannot be read.
pub async fn send_file(
    file: &TicketFile,
    method: &Method,
    headers: &HeaderMap,
    now: Timestamp,
    media_type: Option<&str>,
) -> services::Result<Response> {
    let size = file.file_meta().size;
    let coded = is_compressible(file.delivery_media(), headers);
    let validators = Validators::from_tag(&file.entity_tag(), file.file_meta().modified, coded);
    let ranged = match validators.evaluate(headers, now) {
        ConditionOutcome::Send => method == Method::GET,
        ConditionOutcome::SendWhole => false,
        ConditionOutcome::NotModified => return Ok(without_body(StatusCode::NOT_MODIFIED, &validators)),
        ConditionOutcome::Failed => return Ok(without_body(StatusCode::PRECONDITION_FAILED, &validators)),
    };
    let text = headers.get(header::RANGE).filter(|_| ranged).and_then(|value| value.to_str().ok());
    let (status, range) = match RequestedRange::parse(text, size) {
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        RequestedRange::Outside => return Ok(range_not_satisfiable(size)),
    };
    let body = match (method, status) {
        (&Method::HEAD, _) => Body::empty(),
        (_, StatusCode::PARTIAL_CONTENT) => Body::from_stream(file.read_range(Some(range.clone())).await?),
        _ => Body::from_stream(file.read_range(None).await?),
    };
    let mut response = (status, body).into_response();
    let media_type = media_type.map_or_else(|| media_type_value(file.delivery_media()), header_value);
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    add_range_headers(response.headers_mut(), file, status, &range);
    add_validators(response.headers_mut(), &validators);
    Ok(response)
}

/// Responds to a HEAD for a file that only a GET makes: with the headers that are known, without a length.
/// `name` is that of an attachment.
pub fn respond_without_file(media_type: &str, name: Option<&str>) -> Response {
    // An empty body has a length, a stream has none.
    let body = Body::from_stream(stream::empty::<io::Result<Bytes>>());
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, header_value(media_type));
    let named = name.map(|name| (header::CONTENT_DISPOSITION, content_disposition(&Media::Attachment, name)));
    response.headers_mut().extend(named);
    add_common_headers(response.headers_mut());
    response
}

/// The pieces of a file on this machine, read as the client takes them.
pub fn read_pieces(file: File) -> ReaderStream<tokio::fs::File> {
    ReaderStream::new(tokio::fs::File::from_std(file))
}

/// Headers of the sent part: length, name and range.
fn add_range_headers(headers: &mut HeaderMap, file: &TicketFile, status: StatusCode, range: &Range<u64>) {
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    headers.insert(header::CONTENT_DISPOSITION, content_disposition(file.delivery_media(), file.save_name()));
    if matches!(file.delivery_media(), Media::Inline(_)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY_OF_BOOKS));
    }
    if status == StatusCode::PARTIAL_CONTENT {
        let text = format!("bytes {}-{}/{}", range.start, range.end - 1, file.file_meta().size);
        headers.insert(header::CONTENT_RANGE, header_value(&text));
    }
}

/// Adds the validators, and the headers of every response.
fn add_validators(headers: &mut HeaderMap, validators: &Validators) {
    validators.write_headers(headers);
    add_common_headers(headers);
}

/// Adds the headers of every response.
fn add_common_headers(headers: &mut HeaderMap) {
    for (name, text) in COMMON_HEADERS {
        headers.insert(name, HeaderValue::from_static(text));
    }
}

/// 304 and 412: nothing of the file is sent, and nothing is recorded.
fn without_body(status: StatusCode, validators: &Validators) -> Response {
    let mut response = status.into_response();
    add_validators(response.headers_mut(), validators);
    response
}

/// Returns true if the response may be compressed: single files except audio and images, if the client
/// accepts gzip.
fn is_compressible(media: &Media, headers: &HeaderMap) -> bool {
    let Media::Inline(own) = media else { return false };
    let packed = own.starts_with("audio/") || (own.starts_with("image/") && own != "image/svg+xml");
    !packed && headers.contains_key(header::ACCEPT_ENCODING)
}

fn media_type_value(media: &Media) -> HeaderValue {
    match media {
        Media::Attachment => HeaderValue::from_static("application/octet-stream"),
        Media::Inline(own) => header_value(own),
    }
}

/// Attachments have a name. One with other than plain characters is encoded (RFC 6266), after a plain name
/// for apps that read no other.
fn content_disposition(media: &Media, name: &str) -> HeaderValue {
    let kind = if *media == Media::Attachment { "attachment" } else { "inline" };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let encoded =
        if plain == name { String::new() } else { format!("; filename*=UTF-8''{}", percent_encode(name)) };
    header_value(&format!("{kind}; filename=\"{plain}\"{encoded}"))
}

fn header_value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn range_not_satisfiable(size: u64) -> Response {
    let range = header_value(&format!("bytes */{size}"));
    (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, range)]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_app_gets_a_name_that_it_can_read() {
        for (name, text) in [
            ("emma.epub", "attachment; filename=\"emma.epub\""),
            (
                "Ein \"Café\".pdf",
                "attachment; filename=\"Ein__Caf__.pdf\"; filename*=UTF-8''Ein%20%22Caf%C3%A9%22.pdf",
            ),
        ] {
            assert_eq!(content_disposition(&Media::Attachment, name), text);
        }
    }
}
