//! The page that explains a problem, and what to do.

use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use layout::html;
use oauth::ErrorBody;

use crate::page::Page;

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    page: &'a Page,
    heading: &'a str,
    text: &'a str,
    fault: Option<ErrorBody>,
}

/// A page for the person, with the messages of its heading and its text.
pub(crate) fn page(page: &Page, status: StatusCode, heading: &str, text: &str) -> Response {
    said(page, status, heading, &page.text(text))
}

/// The same with a text that is a sentence already.
pub(crate) fn said(page: &Page, status: StatusCode, heading: &str, text: &str) -> Response {
    let heading = &page.text(heading);
    html::private_page(status, &ProblemPage { page, heading, text, fault: None }, None)
}

/// The page for a request that fails because something is unavailable.
pub(crate) fn unavailable(site: &str, headers: &HeaderMap) -> Response {
    let here = Page::of(site).for_browser(headers);
    page(&here, StatusCode::SERVICE_UNAVAILABLE, "unavailable-heading", "unavailable-text")
}

/// A page for a person, with the fault for the app's developer.
pub(crate) fn of_app(
    page: &Page,
    status: StatusCode,
    (heading, text): (&str, &str),
    fault: ErrorBody,
) -> Response {
    let (heading, text) = (&page.text(heading), &page.text(text));
    html::private_page(status, &ProblemPage { page, heading, text, fault: Some(fault) }, None)
}
