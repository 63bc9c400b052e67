//! Records calls of the interface and their responses, from which the examples of the API reference are
//! chosen (`make examples`).

use std::env;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use reqwest::{Request, header};
use serde_json::{Value, json};

use super::Reply;

/// The file that calls are written to, one JSON object per line. Without this variable nothing is recorded.
const VARIABLE: &str = "OPENSHELF_RECORD_CALLS";
/// Longer bodies make no example.
const MAX_EXAMPLE_BYTES: usize = 16 << 10;

static FILE: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
    let path = env::var_os(VARIABLE)?;
    Some(Mutex::new(
        OpenOptions::new().create(true).append(true).open(path).expect("the file can be written"),
    ))
});

/// A request as an example would show it. `None` if nothing is recorded.
pub(super) fn describe(request: &Request) -> Option<Value> {
    FILE.as_ref()?;
    let url = request.url();
    let body = request.body().and_then(|body| body.as_bytes()).unwrap_or_default();
    let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_described = ["/v2/", "/oauth/"].iter().any(|prefix| url.path().starts_with(prefix));
    (is_described && body.len() <= MAX_EXAMPLE_BYTES).then(|| {
        json!({
            "method": request.method().as_str(),
            "path": url.path(),
            "query": url.query_pairs().collect::<Vec<_>>(),
            "mediaType": media_type,
            "body": String::from_utf8_lossy(body),
        })
    })
}

/// Writes a request with its response.
pub(super) fn write(request: Option<Value>, reply: &Reply) {
    let (Some(request), Some(file)) = (request, FILE.as_ref()) else { return };
    if reply.bytes.len() > MAX_EXAMPLE_BYTES {
        return;
    }
    let page = reply.header("content-type").starts_with("text/html").then(|| reply.text());
    let line = json!({ "request": request, "status": reply.status, "response": reply.json, "page": page });
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    // One write: tests are processes that share the file.
    file.write_all(format!("{line}\n").as_bytes()).expect("the file can be written");
}
