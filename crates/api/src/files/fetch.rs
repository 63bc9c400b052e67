//! GET /delivery/{ticket}: streams one file (spec 4, 4.1 points 4 and 7).

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use delivery::files::Reading;
use delivery::tickets::{FileTicket, Media};
use domain::ids::DownloadId;
use futures_util::stream::{self, Stream, StreamExt};

use crate::files::range::Wanted;
use crate::files::validators::{Outcome, Validators};
use crate::http::errors::{ErrorKey, Result};
use crate::http::path::Segments;
use crate::state::Api;

/// Deliver a file. Bad and expired tickets are 403 `LINK_EXPIRED`; so is a package thrown away since.
pub async fn fetch(
    State(api): State<Api>,
    method: Method,
    headers: HeaderMap,
    Segments(ticket): Segments<String>,
) -> Result<Response> {
    let ticket = api.delivery.tickets().open_file(&ticket, api.now()).map_err(|_| ErrorKey::LinkExpired)?;
    let meta = api.delivery.files().head(&ticket.key).await?.ok_or(ErrorKey::LinkExpired)?;
    let validators = Validators::of(&ticket.key, &meta, may_be_coded(&ticket.media, &headers));
    let ranged = match validators.judge(&headers, api.now()) {
        Outcome::Send => method == Method::GET,
        Outcome::SendWhole => false,
        Outcome::NotModified => return Ok(without_body(StatusCode::NOT_MODIFIED, &validators)),
        Outcome::Failed => return Ok(without_body(StatusCode::PRECONDITION_FAILED, &validators)),
    };
    let text = headers.get(header::RANGE).filter(|_| ranged).and_then(|value| value.to_str().ok());
    let (status, range) = match Wanted::parse(text, meta.size) {
        Wanted::Whole => (StatusCode::OK, 0..meta.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::Outside => return Ok(outside(meta.size)),
    };
    let body = if method == Method::HEAD {
        Body::empty()
    } else {
        let part = (status == StatusCode::PARTIAL_CONTENT).then(|| range.clone());
        body(&api, api.delivery.files().read(&ticket.key, part).await?, ticket.download)
    };
    let mut response = (status, body).into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, media_type(&ticket.media));
    out.insert(header::CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    out.insert(header::CONTENT_DISPOSITION, disposition(&ticket));
    if status == StatusCode::PARTIAL_CONTENT {
        let text = format!("bytes {}-{}/{}", range.start, range.end - 1, meta.size);
        out.insert(header::CONTENT_RANGE, value(&text));
    }
    finish(out, &validators);
    Ok(response)
}

fn finish(headers: &mut HeaderMap, validators: &Validators) {
    validators.write(headers);
    for (name, text) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(text));
    }
}

/// 304 and 412: no file, and nothing is recorded.
fn without_body(status: StatusCode, validators: &Validators) -> Response {
    let mut response = status.into_response();
    finish(response.headers_mut(), validators);
    response
}

/// Whether the server may compress the answer on its way: single files but for sound and pictures, when the client
/// reads gzip.
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
fn disposition(ticket: &FileTicket) -> HeaderValue {
    let kind = if ticket.media == Media::Attachment { "attachment" } else { "inline" };
    let plain = ticket.name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
    let text = if plain {
        format!("{kind}; filename=\"{}\"", ticket.name)
    } else {
        format!("{kind}; filename*=UTF-8''{}", crate::routes::segment(&ticket.name))
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

/// The file's bytes. Before the last of them goes out, the fetch is recorded: who has the whole file finds
/// `dateDownloaded` set.
fn body(api: &Api, reading: Reading, download: Option<DownloadId>) -> Body {
    let reaches_end = reading.range.end == reading.meta.size;
    match download.filter(|_| reaches_end) {
        Some(id) => {
            let length = reading.range.end - reading.range.start;
            // Whoever compresses the answer asks on after its end.
            Body::from_stream(recorded(api.clone(), reading.stream, length, id).fuse())
        }
        None => Body::from_stream(reading.stream),
    }
}

fn recorded(
    api: Api,
    stream: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static,
    length: u64,
    id: DownloadId,
) -> impl Stream<Item = std::io::Result<Bytes>> + Send + 'static {
    stream::unfold((Box::pin(stream), 0u64), move |(mut pieces, sent)| {
        let api = api.clone();
        async move {
            let piece = pieces.next().await?;
            let sent = sent + piece.as_ref().map_or(0, |bytes| bytes.len() as u64);
            if piece.is_ok() && sent == length {
                record(&api, id).await;
            }
            Some((piece, (pieces, sent)))
        }
    })
}

/// A failure here must not break the reader's download: it is logged.
async fn record(api: &Api, id: DownloadId) {
    let write = async {
        let mut tx = api.db.begin().await?;
        store::downloads::complete_fetch(&mut tx, id, api.now()).await?;
        tx.commit().await
    };
    if let Err(error) = write.await {
        tracing::error!(%error, download = id.0, "a complete fetch was not recorded");
    }
}
