//! Pages of other origins may call the interface and fetch its files (docs/rules/requests.md#rule-6): keys
//! and tokens are never in cookies. Every OPTIONS is answered with 204, where the layer of tower-http would
//! answer 200.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Where scripts may come: the interface and the catalog, and what their links lead to.
const OPEN: [&str; 4] = ["/v2", "/delivery/", "/covers/", "/opds"];

/// What OPTIONS says. A script that is redirected to a delivery address brings its token along, and its
/// ranges.
const PREFLIGHT: [(HeaderName, &str); 3] = [
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
    (
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        "Authorization, Content-Type, Accept, Range, If-Range, If-Match, If-None-Match, If-Modified-Since, \
         If-Unmodified-Since, X-Request-Id",
    ),
    (header::ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// Headers that scripts may read beside those that they always may.
const EXPOSED: &str = "Location, Retry-After, WWW-Authenticate, Allow, Content-Disposition, Content-Range, \
                       Accept-Ranges, ETag, Link, X-Request-Id";

/// The layer around the routes.
pub async fn cors(request: Request, next: Next) -> Response {
    if !OPEN.iter().any(|open| request.uri().path().starts_with(open)) {
        return next.run(request).await;
    }
    let mut response = if request.method() == Method::OPTIONS {
        (StatusCode::NO_CONTENT, PREFLIGHT).into_response()
    } else {
        next.run(request).await
    };
    complete(response.headers_mut());
    response
}

fn complete(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    // Answers hold what one person may see, and a token may stand in the address (RFC 6750, 2.3).
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
}
