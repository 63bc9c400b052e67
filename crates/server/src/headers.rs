//! Headers that browsers read before they use a response (docs/security.md#the-pages).

use axum::http::header::{CONTENT_TYPE, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// A year: browsers that have seen the header use TLS even for an `http:` address.
const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Prefixes of addresses that apps on other sites load, and that allow any origin.
const FOR_APPS: [&str; 7] =
    ["/v2/", "/opds", "/kosync/", "/delivery/", "/covers/", "/oauth/token", "/.well-known/"];

/// The headers that responses get.
#[derive(Debug, Clone, Copy)]
pub struct HeaderPolicy {
    has_tls: bool,
}

impl HeaderPolicy {
    /// The policy of a server with this public address.
    pub fn for_address(base_url: &str) -> Self {
        Self { has_tls: base_url.starts_with("https://") }
    }

    /// Adds the headers that a response to this path lacks.
    pub fn add_headers(self, path: &str, headers: &mut HeaderMap) {
        // Browsers must not guess another type than the stated one.
        headers.entry(X_CONTENT_TYPE_OPTIONS).or_insert(HeaderValue::from_static("nosniff"));
        if self.has_tls {
            headers.entry(STRICT_TRANSPORT_SECURITY).or_insert(ONE_YEAR);
        }
        let is_for_apps = FOR_APPS.iter().any(|beginning| path.starts_with(beginning));
        let loaded_by = if is_for_apps { "cross-origin" } else { "same-origin" };
        headers.entry(RESOURCE_POLICY).or_insert(HeaderValue::from_static(loaded_by));
        let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        // An app on another site may open the sign-in in a window of its own, and learns when that is closed.
        if kind.starts_with(b"text/html") && !path.starts_with("/oauth/") {
            headers.entry(OPENER_POLICY).or_insert(HeaderValue::from_static("same-origin"));
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::HeaderPolicy;

    fn headers_for(base_url: &str, path: &str, kind: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::from_iter([(super::CONTENT_TYPE, HeaderValue::from_static(kind))]);
        HeaderPolicy::for_address(base_url).add_headers(path, &mut headers);
        headers
    }

    #[test]
    fn other_sites_may_load_resources_of_apps_but_no_page() {
        let (page, json) = ("text/html; charset=utf-8", "application/json");
        for (path, kind, loaded_by, opener) in [
            ("/search", page, "same-origin", true),
            ("/sign-in", page, "same-origin", true),
            ("/oauth/authorize", page, "same-origin", false),
            ("/oauth/token", json, "cross-origin", false),
            ("/v2/titles", json, "cross-origin", false),
            ("/opds", "application/opds+json", "cross-origin", false),
            ("/covers/a.jpg", "image/jpeg", "cross-origin", false),
            ("/read/1/files/a.png", "image/png", "same-origin", false),
        ] {
            let headers = headers_for("http://127.0.0.1:8080", path, kind);
            assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(headers["cross-origin-resource-policy"], loaded_by, "{path}");
            assert_eq!(headers.contains_key("cross-origin-opener-policy"), opener, "{path}");
            assert!(!headers.contains_key("strict-transport-security"), "there is no TLS");
        }
    }

    #[test]
    fn browsers_keep_to_tls_if_the_library_has_it() {
        let headers = headers_for("https://library.example.org", "/v2/titles", "application/json");
        assert_eq!(headers["strict-transport-security"], "max-age=31536000");
    }
}
