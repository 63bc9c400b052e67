//! Recognizes forms, and those that were sent from a page of this server.

use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, ORIGIN};

/// Returns true if the body of a request is a URL-encoded form.
pub fn is_url_encoded(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Returns true if the browser reports that a form comes from this server's own pages. Browsers send
/// `Sec-Fetch-Site` or `Origin` with every form that changes something; a program that sends neither has
/// no one else's cookies. `base_url` is the server's public address.
pub fn is_own(headers: &HeaderMap, base_url: &str) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = header("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    match headers.get(ORIGIN) {
        Some(origin) => {
            origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(address_root(base_url)))
        }
        None => true,
    }
}

/// Scheme, host and port of an address.
fn address_root(address: &str) -> &str {
    let host = address.find("://").map_or(0, |at| at + 3);
    let end = address[host..].find('/').map_or(address.len(), |at| host + at);
    &address[..end]
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::is_own;

    #[test]
    fn forms_of_other_sites_are_recognized() {
        let cases = [
            (None, true),
            (Some(("sec-fetch-site", "same-origin")), true),
            (Some(("sec-fetch-site", "same-site")), false),
            (Some(("sec-fetch-site", "cross-site")), false),
            (Some(("origin", "https://library.example")), true),
            (Some(("origin", "https://library.example.evil.example")), false),
            (Some(("origin", "http://library.example")), false),
            (Some(("origin", "null")), false),
        ];
        for (header, expected) in cases {
            let mut headers = HeaderMap::new();
            if let Some((name, value)) = header {
                headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            assert_eq!(is_own(&headers, "https://library.example/books"), expected, "{header:?}");
        }
    }
}
