//! The page after a form was submitted: the result, and a link to continue with.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::state::WebState;
use layout::STYLE_PATH;
use layout::html;

/// Contents of the page.
pub(crate) struct Answered<'a> {
    pub(crate) heading: &'a str,
    /// Paragraphs.
    pub(crate) texts: &'a [&'a str],
    /// Address and text of a link.
    pub(crate) link: Option<(&'a str, &'a str)>,
}

#[derive(Template)]
#[template(path = "answered.html")]
struct AnsweredPage<'a> {
    site: &'a str,
    style: &'a str,
    said: &'a Answered<'a>,
}

/// The page.
pub(crate) fn page(state: &WebState, said: &Answered<'_>) -> Response {
    let page = AnsweredPage { site: &state.site_name, style: &STYLE_PATH, said };
    html::private(StatusCode::OK, &page, None)
}
