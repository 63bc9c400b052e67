//! Responses that people read: one page of HTML with strict headers.

use std::fmt;

use askama::Template;
use axum::body::Body;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};

/// Maximum length of a page, in bytes: longer than any chapter that a reader waits for.
const MAX_PAGE_BYTES: usize = 32 << 20;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// The policy of pages whose forms must say that they come from this server. With `no-referrer`, browsers
/// send `Origin: null`; over plain HTTP they send no `Sec-Fetch-Site` either, and older ones never do.
const OWN_REFERRERS: &str = "same-origin";
/// The policy of pages whose address may hold a secret.
const NO_REFERRERS: &str = "no-referrer";

/// Returns true if the client is a browser, which shows the response as a page: browsers name HTML
/// explicitly; programs do not.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    headers.get_all(ACCEPT).iter().any(|value| value.to_str().is_ok_and(|text| text.contains("text/html")))
}

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
    page_response(StatusCode::OK, page, "'none'", "no-cache", OWN_REFERRERS)
}

/// A page for one visitor, whose forms lead to this server. `scripted` pages may run the server's own
/// scripts, and load and send what these need from and to this server.
pub fn personal_page(status: StatusCode, page: askama::Result<impl Into<Body>>, scripted: bool) -> Response {
    let forms = if scripted {
        "'self'; script-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'"
    } else {
        "'self'"
    };
    page_response(status, page, forms, "private, no-store", OWN_REFERRERS)
}

/// A page of the sign-in. No browser or proxy keeps it, no other site frames it, and its form can only be
/// sent to this server; `then` is where the response to the form may redirect the browser, because browsers
/// apply the policy to redirects too.
pub fn private_page(status: StatusCode, page: &impl Template, then: Option<&str>) -> Response {
    let forms = then.map_or_else(|| "'self'".to_owned(), |then| format!("'self' {then}"));
    page_response(status, render_page(page), &forms, "no-store", NO_REFERRERS)
}

fn page_response(
    status: StatusCode,
    page: askama::Result<impl Into<Body>>,
    forms: &str,
    caching: &'static str,
    referrers: &'static str,
) -> Response {
    let body: Body = match page {
        Ok(body) => body.into(),
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action {forms}; frame-ancestors 'none'; \
         base-uri 'none'"
    );
    // A policy that is not a valid header value turns the response into an error: a page is never sent
    // without its policy.
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, caching),
        (X_FRAME_OPTIONS, "DENY"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, referrers),
        (PERMISSIONS_POLICY, "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        (CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (status, headers, body).into_response()
}

#[cfg(test)]
mod tests {
    use askama::Template;
    use axum::http::StatusCode;
    use axum::http::header::REFERRER_POLICY;

    use super::{MAX_PAGE_BYTES, personal_page, private_page, render_page};

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

    #[test]
    fn forms_of_personal_pages_name_their_origin() {
        let page = LongPage { text: "a".to_owned() };
        let personal = personal_page(StatusCode::OK, render_page(&page), false);
        assert_eq!(personal.headers()[REFERRER_POLICY], "same-origin");
        let private = private_page(StatusCode::OK, &page, None);
        assert_eq!(private.headers()[REFERRER_POLICY], "no-referrer", "its address may hold a key");
    }
}
