//! Pages of other origins may call the API and download its files (docs/rules/requests.md#rule-6): keys and
//! tokens are never in cookies. Every OPTIONS request gets 204, whereas the layer of tower-http would
//! return 200.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Paths that are open to scripts: the API, the catalog and the sync of reading positions, and the targets of
/// their links.
const OPEN_PATHS: [&str; 5] = ["/v2", "/delivery/", "/covers/", "/opds", "/kosync"];

/// The response to OPTIONS. A script that is redirected to a delivery address sends its token along, and its
/// ranges.
const PREFLIGHT_HEADERS: [(HeaderName, &str); 3] = [
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
    (
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        "Authorization, Content-Type, Accept, Range, If-Range, If-Match, If-None-Match, If-Modified-Since, \
         If-Unmodified-Since, X-Request-Id, X-Auth-User, X-Auth-Key",
    ),
    (header::ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// Headers that scripts may read in addition to the standard ones.
const EXPOSED_HEADERS: &str = "Location, Retry-After, WWW-Authenticate, Allow, Content-Disposition, Content-Range, \
                       Accept-Ranges, ETag, Link, X-Request-Id";

/// The layer around the routes.
pub async fn add_cors_headers(request: Request, next: Next) -> Response {
    if !OPEN_PATHS.iter().any(|open| request.uri().path().starts_with(open)) {
        return next.run(request).await;
    }
    let mut response = if request.method() == Method::OPTIONS {
        (StatusCode::NO_CONTENT, PREFLIGHT_HEADERS).into_response()
    } else {
        next.run(request).await
    };
    complete_headers(response.headers_mut());
    response
}

fn complete_headers(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
    // Responses contain private data, and the URL may contain a token (RFC 6750, 2.3).
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
}
