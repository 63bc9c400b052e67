//! Responses that people read: one page of HTML with strict headers.

use std::fmt;

use askama::Template;
use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// Maximum length of a page, in bytes: longer than any chapter that a reader waits for.
const MAX_PAGE_BYTES: usize = 32 << 20;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// The text of a page. A page longer than [`MAX_PAGE_BYTES`] is an error, because the whole page is in
/// memory.
pub fn render_page<T: Template>(page: &T) -> askama::Result<String> {
    let mut text = BoundedText(String::with_capacity(T::SIZE_HINT));
    page.render_into(&mut text)?;
    Ok(text.0)
}

struct BoundedText(String);

impl fmt::Write for BoundedText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.len() > MAX_PAGE_BYTES - self.0.len() {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// A page that keeps no secrets and has no form.
pub fn public_page(page: askama::Result<impl Into<Body>>) -> Response {
    page_response(StatusCode::OK, page, "'none'", "no-cache")
}

/// A page for one visitor, whose forms lead to this server. `scripted` pages may run the server's own
/// scripts, and load and send what these need from and to this server.
pub fn personal_page(status: StatusCode, page: askama::Result<impl Into<Body>>, scripted: bool) -> Response {
    let forms = if scripted {
        "'self'; script-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'"
    } else {
        "'self'"
    };
    page_response(status, page, forms, "private, no-store")
}

/// A page of the sign-in. No browser or proxy keeps it, no other site frames it, and its form can only be
/// sent to this server; `then` is where the response to the form may redirect the browser, because browsers
/// apply the policy to redirects too.
pub fn private_page(status: StatusCode, page: &impl Template, then: Option<&str>) -> Response {
    let forms = then.map_or_else(|| "'self'".to_owned(), |then| format!("'self' {then}"));
    page_response(status, render_page(page), &forms, "no-store")
}

fn page_response(
    status: StatusCode,
    page: askama::Result<impl Into<Body>>,
    forms: &str,
    caching: &'static str,
) -> Response {
    let body: Body = match page {
        Ok(body) => body.into(),
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action {forms}; frame-ancestors 'none'; \
         base-uri 'none'"
    );
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(
        PERMISSIONS_POLICY,
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    );
    match HeaderValue::from_str(&policy) {
        Ok(policy) => headers.insert(CONTENT_SECURITY_POLICY, policy),
        // A page is never sent without its policy.
        Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    };
    response
}

#[cfg(test)]
mod tests {
    use askama::Template;

    use super::{MAX_PAGE_BYTES, render_page};

    #[derive(Template)]
    #[template(source = "{{ text }}", ext = "txt")]
    struct LongPage {
        text: String,
    }

    #[test]
    fn a_page_has_a_longest_length() {
        let page = |bytes| render_page(&LongPage { text: "a".repeat(bytes) });
        assert_eq!(page(MAX_PAGE_BYTES).unwrap().len(), MAX_PAGE_BYTES);
        assert!(page(MAX_PAGE_BYTES + 1).is_err());
    }
}
