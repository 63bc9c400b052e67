//! Normalizes equivalent spellings of a path: a trailing slash, the deprecated lower-case prefixes
//! (docs/rules/requests.md#rule-7), and camel case for the one path that is spelled without it
//! (docs/rules/requests.md#rule-7). Runs before the router.

use axum::http::Uri;

/// Alternative spellings and the canonical ones: deprecated prefixes (docs/rules/requests.md#rule-7), and
/// camel case.
const PREFIXES: [(&str, &str); 3] = [
    ("/v2/myaccount", "/v2/myAccount"),
    ("/v2/mylists", "/v2/myLists"),
    ("/v2/subscriptionTypes", "/v2/subscriptiontypes"),
];

/// Rewrites the request's path to its canonical spelling.
pub fn normalize_path<B>(mut request: axum::http::Request<B>) -> axum::http::Request<B> {
    if let Some(uri) = canonical_uri(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

fn canonical_uri(uri: &Uri) -> Option<Uri> {
    let path = uri.path();
    let trimmed = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    let trimmed = if trimmed.is_empty() { "/" } else { trimmed };
    let renamed = PREFIXES.iter().find_map(|(old, new)| {
        let rest = trimmed.strip_prefix(old)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{new}{rest}"))
    });
    let new_path = match &renamed {
        Some(path) => path.as_str(),
        None if trimmed.len() < path.len() => trimmed,
        None => return None,
    };
    let target = match uri.query() {
        Some(query) => format!("{new_path}?{query}"),
        None => new_path.to_owned(),
    };
    target.parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::normalize_path;

    fn normalized_path(uri: &str) -> String {
        normalize_path(Request::get(uri).body(()).unwrap()).uri().to_string()
    }

    #[test]
    fn a_trailing_slash_is_ignored() {
        assert_eq!(normalized_path("/v2/titles/?api_key=k"), "/v2/titles?api_key=k");
        assert_eq!(normalized_path("/"), "/");
        assert_eq!(normalized_path("/v2/titles"), "/v2/titles");
    }

    #[test]
    fn deprecated_prefixes_are_renamed() {
        assert_eq!(normalized_path("/v2/mylists/7/subscription"), "/v2/myLists/7/subscription");
        assert_eq!(normalized_path("/v2/myaccount/?a=b"), "/v2/myAccount?a=b");
        assert_eq!(normalized_path("/v2/mylistsx"), "/v2/mylistsx");
        assert_eq!(normalized_path("/v2/subscriptionTypes?a=b"), "/v2/subscriptiontypes?a=b");
    }
}
