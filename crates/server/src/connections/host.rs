//! Validates the host of a request (RFC 9112, 3.2; RFC 9113, 8.3.1).

use api::http::errors::{ApiError, ErrorKey};
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Refuses a request with no host, two hosts, or an invalid one.
pub async fn require_host(request: Request, next: Next) -> Response {
    match refusal(&request) {
        None => next.run(request).await,
        Some(refusal) => refusal,
    }
}

/// The response to a request with no host, two hosts, or an invalid one.
pub fn refusal<B>(request: &axum::http::Request<B>) -> Option<Response> {
    let fault = host_fault(request)?;
    Some(ApiError::new(ErrorKey::BadRequest, vec![fault.to_owned()]).into_response())
}

fn host_fault<B>(request: &axum::http::Request<B>) -> Option<&'static str> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(_), Some(_)) => Some("The request names its host twice."),
        (Some(host), None) => (!is_host(host)).then_some("The Host header of the request is not a host."),
        // Before HTTP/1.1 there was no such header; HTTP/2 has `:authority`, which is part of the URL.
        (None, _) if request.version() < Version::HTTP_11 => None,
        (None, _) if request.version() >= Version::HTTP_2 && request.uri().authority().is_some() => None,
        (None, _) => Some("The request names no host."),
    }
}

/// A host with or without a port. It may be empty, and contains no user.
fn is_host(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    bytes.is_empty() || (!bytes.contains(&b'@') && Authority::try_from(bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use axum::http::{Request, Version};

    use super::host_fault;

    fn is_refused(version: Version, address: &str, hosts: &[&str]) -> bool {
        let mut request = Request::builder().version(version).uri(address);
        for host in hosts {
            request = request.header("host", *host);
        }
        host_fault(&request.body(()).unwrap()).is_some()
    }

    #[test]
    fn exactly_one_valid_host_is_required() {
        let (old, plain, two) = (Version::HTTP_10, Version::HTTP_11, Version::HTTP_2);
        for host in ["library.example.org", "library.example.org:8080", "[::1]:80", "127.0.0.1", ""] {
            assert!(!is_refused(plain, "/", &[host]), "{host:?}");
        }
        for host in ["a b", "a/b", "user@host", "http://a", "a,b\u{e4}"] {
            assert!(is_refused(plain, "/", &[host]), "{host:?}");
        }
        assert!(is_refused(plain, "/", &[]));
        assert!(is_refused(plain, "http://a/", &[]), "an address in the first line takes no header's place");
        for version in [old, plain, two] {
            assert!(is_refused(version, "/", &["a", "a"]), "{version:?}");
        }
        assert!(!is_refused(old, "/", &[]));
        assert!(!is_refused(two, "http://a/", &[]));
        assert!(!is_refused(two, "/", &["a"]));
        assert!(is_refused(two, "/", &[]));
    }
}
