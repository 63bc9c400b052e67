//! The page that explains a problem, and what to do.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use layout::html;
use oauth::ErrorBody;

use crate::Page;

#[derive(askama::Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    page: &'a Page,
    heading: &'a str,
    text: &'a str,
    fault: Option<ErrorBody>,
}

/// A page for the person, with the messages of its heading and its text.
pub(crate) fn render_problem(page: &Page, status: StatusCode, heading: &str, text: &str) -> Response {
    render_sentence(page, status, heading, &page.text(text))
}

/// A page for the person, with the message of its heading, and a text that is a sentence already.
pub(crate) fn render_sentence(page: &Page, status: StatusCode, heading: &str, text: &str) -> Response {
    let heading = &page.text(heading);
    html::private_page(status, &ProblemPage { page, heading, text, fault: None }, None)
}

/// The page for a request that fails because something is unavailable.
pub(crate) fn render_unavailable(site: &str, headers: &HeaderMap) -> Response {
    let here = Page::in_english(site).for_browser(headers);
    render_problem(&here, StatusCode::SERVICE_UNAVAILABLE, "unavailable-heading", "unavailable-text")
}

/// A page for a person, with the fault for the app's developer.
pub(crate) fn render_app_problem(
    page: &Page,
    status: StatusCode,
    (heading, text): (&str, &str),
    fault: ErrorBody,
) -> Response {
    let (heading, text) = (&page.text(heading), &page.text(text));
    html::private_page(status, &ProblemPage { page, heading, text, fault: Some(fault) }, None)
}
