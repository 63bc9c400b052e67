//! The server's HTTP layers: request ids, a span and metrics per request, compression, panics caught, and
//! the operator's own address.

use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use store::Db;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tracing::Instrument;

use crate::health::Health;

/// The header that carries a request's id, in and out.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps the whole interface: everything that every answer passes.
pub fn layers(router: Router) -> Router {
    // Files are compressed already, and ranges must not be coded.
    let worth_it = SizeAbove::new(256)
        .and(NotForContentType::new("application/octet-stream"))
        .and(NotForContentType::new("audio/"))
        .and(NotForContentType::IMAGES);
    router.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn(observe))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(CompressionLayer::new().gzip(true).compress_when(worth_it)),
    )
}

/// Gives the request an id, a span, one log line and its metrics.
async fn observe(request: Request, next: Next) -> Response {
    let id = request
        .headers()
        .get(&REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b)))
        .map_or_else(|| store::random_id(&mut crate::library::rng()), str::to_owned);
    let method = request.method().clone();
    // Neither the query nor a ticket is logged: who has them has the file.
    let path = match request.uri().path() {
        ticket if ticket.starts_with("/delivery/") => "/delivery/...".to_owned(),
        path => path.to_owned(),
    };
    let span = tracing::info_span!("request", request_id = %id, %method, %path);
    let began = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let took = began.elapsed();
    let status = response.status().as_u16();
    let _entered = span.enter();
    tracing::info!(status, elapsed_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX), "answered");
    metrics::histogram!("openshelf_http_request_seconds", "method" => method.to_string(), "status" => status.to_string())
        .record(took.as_secs_f64());
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// A panic is one failed request: 500 for the caller, one line in the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn panicked(panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
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
pub fn health(health: Health) -> Router {
    Router::new().route("/livez", get(async || "live\n")).route("/readyz", get(ready)).with_state(health)
}

/// The operator's address.
pub fn admin(health_state: Health, metrics: PrometheusHandle, db: Db) -> Router {
    let page = get(async move || {
        metrics::counter!("openshelf_database_statements_total").absolute(db.statements());
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render())
    });
    health(health_state).route("/metrics", page)
}

async fn ready(State(health): State<Health>) -> Response {
    match health.check().await {
        Ok(()) => (StatusCode::OK, "ready\n").into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response(),
    }
}
