//! The page that explains a problem, and what to do.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use layout::html;
use oauth::ErrorBody;

use crate::Page;
use crate::sign_in::SIGN_IN_PATH;

#[derive(askama::Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    page: &'a Page,
    heading: &'a str,
    text: &'a str,
    fault: Option<ErrorBody>,
    /// Addresses where the person may start over, and their names.
    ways: Vec<(&'static str, String)>,
}

/// A page for the person whose form is too old, with ways to a new one.
pub(crate) fn render_expired(page: &Page) -> Response {
    let (heading, text) = (&page.text("expired-heading"), &page.text("expired-text"));
    let ways = vec![(SIGN_IN_PATH, page.text("sign-in-heading")), ("/", page.text("expired-home"))];
    html::private_page(StatusCode::FORBIDDEN, &ProblemPage { page, heading, text, fault: None, ways }, None)
}

/// A page for the person, with the messages of its heading and its text.
pub(crate) fn render_problem(page: &Page, status: StatusCode, heading: &str, text: &str) -> Response {
    let (heading, text) = (&page.text(heading), &page.text(text));
    html::private_page(status, &ProblemPage { page, heading, text, fault: None, ways: Vec::new() }, None)
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
    let page = ProblemPage { page, heading, text, fault: Some(fault), ways: Vec::new() };
    html::private_page(status, &page, None)
}
