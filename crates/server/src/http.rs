//! The server's HTTP layers: request ids, a span and metrics per request, headers for browsers, compression,
//! handling of panics, and the operator's own address.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::Context as _;
use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use store::Db;
use tokio::net::{TcpListener, TcpSocket};
use tokio_util::io::ReaderStream;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate as _, SizeAbove};
use tracing::Instrument;

use crate::connections::{host_refusal, host_required};
use crate::headers::HeaderPolicy;
use crate::health::Health;
use crate::logged;

/// The header that carries a request's id, in and out.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The methods that a request can have (RFC 9110, 9; RFC 5789). HTTP lets clients invent others.
static METHODS: [Method; 9] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::DELETE,
    Method::OPTIONS,
    Method::PATCH,
    Method::TRACE,
    Method::CONNECT,
];

/// Shorter responses are not compressed, bytes.
const MIN_COMPRESSED_BYTES: u64 = 256;
/// Prefixes of the media types of files that are compressed already.
const COMPRESSED_TYPES: [&str; 9] = [
    "application/octet-stream", "application/epub+zip", "application/daisy+zip", "application/zip",
    "application/x-brf+zip", "application/pdf", "application/vnd.openxmlformats", "audio/", "image/",
];

pub fn bind_address(address: SocketAddr) -> anyhow::Result<TcpListener> {
    /// The kernel's queue of connections while all are in use. The default, 128, fills within moments, and
    /// the kernel silently drops further ones.
    const MAX_QUEUED_CONNECTIONS: u32 = 1024;
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(MAX_QUEUED_CONNECTIONS)
    };
    listen().with_context(|| format!("listening on {address}"))
}

/// Returns true if a response may be compressed: files already are, and ranges of them must not be
/// encoded.
fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    !COMPRESSED_TYPES.iter().any(|packed| kind.starts_with(packed.as_bytes()))
}

/// Adds the layers that every response passes. A function as a layer copies everything below it for each
/// request, so there is one for all that can be done in one.
pub fn add_layers(router: Router, policy: HeaderPolicy) -> Router {
    router.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(policy, observe_request))
            .layer(CatchPanicLayer::custom(respond_to_panic))
            .layer(
                CompressionLayer::new()
                    .gzip(true)
                    .compress_when(SizeAbove::new(MIN_COMPRESSED_BYTES).and(is_text)),
            ),
    )
}

/// Removes refusals of uncompressed responses from `Accept-Encoding`: the compression layer would respond 406
/// to finished requests, and most small responses are sent uncompressed (RFC 9110, 12.5.3, lets a server
/// disregard the header).
fn allow_uncompressed(request: &mut Request) {
    let headers = request.headers_mut();
    if !headers.contains_key(header::ACCEPT_ENCODING) {
        return;
    }
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut wanted: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
    let sent = wanted.len();
    wanted.retain(|coding| !refuses_plain(coding));
    if wanted.len() == sent {
        return;
    }
    match HeaderValue::try_from(wanted.join(",")) {
        Ok(wanted) if !wanted.is_empty() => headers.insert(header::ACCEPT_ENCODING, wanted),
        _ => headers.remove(header::ACCEPT_ENCODING),
    };
}

/// Returns true if this is `identity` or `*` with weight zero.
fn refuses_plain(coding: &str) -> bool {
    let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
    let weight = weight.trim().trim_start_matches(['q', 'Q', '=', ' ']).parse::<f32>();
    matches!(name.trim().to_ascii_lowercase().as_str(), "identity" | "*")
        && weight.is_ok_and(|weight| weight <= 0.0)
}

/// The name of a method in logs and metrics, `OTHER` for one that a client invented. Labels come from closed
/// sets: each value of a label occupies memory for as long as the server runs.
fn method_label(method: &Method) -> &'static str {
    METHODS.iter().find(|one| *one == method).map_or("OTHER", Method::as_str)
}

/// Adds a request id, a span, a log line, metrics and headers for browsers, and refuses requests without a
/// host.
async fn observe_request(State(policy): State<HeaderPolicy>, mut request: Request, next: Next) -> Response {
    let id = request
        .headers()
        .get(&REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b)))
        .map_or_else(|| store::random_id(&mut crate::library::new_rng()), str::to_owned);
    let method = method_label(request.method());
    // The query is never logged: it may contain keys and tokens.
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let path = request.uri().path().to_owned();
    let span =
        tracing::info_span!("request", request_id = %id, method, path = %logged::loggable_path(route, &path));
    let began = Instant::now();
    allow_uncompressed(&mut request);
    let is_head = request.method() == Method::HEAD;
    let may_compress = is_head && accepts_gzip(request.headers());
    let mut response = match host_refusal(&request) {
        Some(refusal) => refusal,
        None => next.run(request).instrument(span.clone()).await,
    };
    let took = began.elapsed();
    let status = response.status().as_u16();
    let _entered = span.enter();
    tracing::info!(status, elapsed_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX), "answered");
    metrics::histogram!("openshelf_http_request_seconds", "method" => method, "status" => status.to_string())
        .record(took.as_secs_f64());
    let headers = response.headers_mut();
    headers.extend(HeaderValue::from_str(&id).ok().map(|id| (REQUEST_ID, id)));
    policy.add_headers(&path, headers);
    if is_head && has_other_length_on_get(&response, may_compress) {
        remove_length(&mut response);
    }
    response
}

/// Returns true if `Accept-Encoding` names gzip, without regard to weights: a length that is left out is
/// never wrong.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values.any(|value| value.to_str().is_ok_and(|value| value.contains("gzip") || value.contains('*')))
}

/// Returns true if the response to a HEAD has a length that a GET would not send: one without content has
/// none, and one that is compressed as it is sent has another (RFC 9110, 8.6).
fn has_other_length_on_get(response: &Response, may_compress: bool) -> bool {
    let (status, headers) = (response.status(), response.headers());
    matches!(status, StatusCode::NOT_MODIFIED | StatusCode::NO_CONTENT)
        || may_compress
            && !headers.contains_key(header::CONTENT_ENCODING)
            && is_text(status, response.version(), headers, response.extensions())
}

/// Removes the length of a response to a HEAD. The router derives a length from an empty body, so the body
/// becomes one of unknown length.
fn remove_length(response: &mut Response) {
    response.headers_mut().remove(header::CONTENT_LENGTH);
    *response.body_mut() = Body::from_stream(ReaderStream::new(tokio::io::empty()));
}

/// A panic is one failed request: 500 for the caller, one line in the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn respond_to_panic(panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
    let reason = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    tracing::error!(reason, "a handler panicked");
    metrics::counter!("openshelf_http_panics_total").increment(1);
    api::http::errors::ApiError::from(api::http::errors::ErrorKey::InternalError).into_response()
}

/// `/livez`, `/readyz` and, on the operator's address, `/metrics`.
pub fn health_router(health: Health) -> Router {
    Router::new()
        .route("/livez", get(async || "live\n"))
        .route("/readyz", get(get_readiness))
        .with_state(health)
}

pub fn operator_router(health_state: Health, metrics: PrometheusHandle, db: Db) -> Router {
    let page = get(async move || {
        metrics::counter!("openshelf_database_statements_total").absolute(db.statement_count());
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render())
    });
    health_router(health_state).route("/metrics", page).layer(middleware::from_fn(host_required))
}

async fn get_readiness(State(health): State<Health>) -> Response {
    match health.check_recent().await {
        Ok(()) => (StatusCode::OK, "ready\n").into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use axum::Router;
    use axum::http::StatusCode;
    use axum::routing::{get, put};
    use tokio::net::TcpListener;
    use tracing_subscriber::fmt::MakeWriter;

    use super::add_layers;
    use crate::headers::HeaderPolicy;

    /// Collects log output.
    #[derive(Debug, Clone, Default)]
    struct LogBuffer(Arc<Mutex<Vec<u8>>>);

    impl Write for LogBuffer {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for LogBuffer {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    #[tokio::test]
    async fn the_log_contains_routes_but_no_people() {
        let log = LogBuffer::default();
        let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
        let _logging = tracing::subscriber::set_default(subscriber);
        let inner =
            Router::new().route("/v2/accounts/{userIdentifier}/pod/{disabilityType}", put(async || ""));
        let router = Router::new()
            .merge(inner)
            .route("/v2/titles/{serviceId}", get(async || ""))
            .fallback(async || StatusCode::NOT_FOUND);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async {
            axum::serve(listener, add_layers(router, HeaderPolicy::for_address(""))).await
        });

        let client = reqwest::Client::new();
        let pod = format!("{base}/v2/accounts/uma@sandbox.example/pod/learning");
        assert_eq!(client.put(&pod).send().await.unwrap().status(), 200);
        assert_eq!(client.get(&pod).send().await.unwrap().status(), 405);
        assert_eq!(client.put(format!("{pod}/more")).send().await.unwrap().status(), 404);
        assert_eq!(client.get(format!("{base}/v2/titles/1001")).send().await.unwrap().status(), 200);
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert!(!log.contains("uma") && !log.contains("learning"), "{log}");
        assert_eq!(
            log.matches("path=/v2/accounts/{userIdentifier}/pod/{disabilityType}").count(),
            2,
            "{log}"
        );
        assert!(log.contains("path=/v2/accounts/...") && log.contains("path=/v2/titles/1001"), "{log}");
    }

    #[tokio::test]
    async fn a_head_response_has_the_length_of_a_get_response_or_none() {
        let catalog = Router::new()
            .route("/feed", get(async || "<feed/>".repeat(100)))
            .route("/same", get(async || StatusCode::NOT_MODIFIED));
        let router = Router::new()
            .nest_service("/opds", catalog)
            .route("/book", get(async || ([("content-type", "application/epub+zip")], "book".repeat(100))))
            .route("/same", get(async || StatusCode::NOT_MODIFIED));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async {
            axum::serve(listener, add_layers(router, HeaderPolicy::for_address(""))).await
        });

        let client = reqwest::Client::new();
        for (path, coding, status, length) in [
            ("/opds/feed", "identity", 200, Some("700")),
            ("/opds/feed", "gzip", 200, None),
            ("/book", "gzip", 200, Some("400")),
            ("/same", "identity", 304, None),
            ("/opds/same", "identity", 304, None),
        ] {
            let head = client.head(format!("{base}{path}")).header("accept-encoding", coding);
            let head = head.send().await.unwrap();
            let sent = head.headers().get("content-length").map(|length| length.to_str().unwrap());
            assert_eq!((head.status().as_u16(), sent), (status, length), "{path} {coding}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_one_500_response_and_the_server_survives() {
        let log = LogBuffer::default();
        let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
        let _logging = tracing::subscriber::set_default(subscriber);
        let router = Router::new()
            .route("/broken", get(async || -> String { panic!("the handler is broken") }))
            .route("/sound", get(async || "sound"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async {
            axum::serve(listener, add_layers(router, HeaderPolicy::for_address(""))).await
        });

        let client = reqwest::Client::new();
        for _ in 0..3 {
            let reply =
                client.get(format!("{base}/broken")).header("x-request-id", "r-1").send().await.unwrap();
            assert_eq!(reply.status(), 500);
            assert_eq!(reply.headers()["content-type"], "application/json");
            assert_eq!(reply.headers()["x-request-id"], "r-1");
            let body: serde_json::Value = reply.json().await.unwrap();
            let text = "Something went wrong here; try again later.";
            assert_eq!(body, serde_json::json!({"key": "INTERNAL_ERROR", "messages": [text], "links": []}));
            let sound = client.get(format!("{base}/sound")).send().await.unwrap();
            assert_eq!((sound.status().as_u16(), sound.text().await.unwrap().as_str()), (200, "sound"));
        }
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("a handler panicked")).collect();
        assert_eq!(lines.len(), 3, "{log}");
        assert!(
            lines.iter().all(|line| line.contains("ERROR") && line.contains("the handler is broken")),
            "{log}"
        );
        assert!(
            lines.iter().all(|line| line.contains("request_id=r-1") && line.contains("path=/broken")),
            "{log}"
        );
    }
}
