//! The page after a form was submitted: the result, and a link to continue with.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use layout::html;

use crate::page::Page;

/// Contents of the page.
pub(crate) struct Answered<'a> {
    pub(crate) heading: String,
    /// Paragraphs.
    pub(crate) texts: Vec<String>,
    /// Address and text of a link.
    pub(crate) link: Option<(&'a str, String)>,
}

#[derive(Template)]
#[template(path = "answered.html")]
struct AnsweredPage<'a> {
    page: &'a Page,
    said: &'a Answered<'a>,
}

pub(crate) fn page(page: &Page, said: &Answered<'_>) -> Response {
    html::private_page(StatusCode::OK, &AnsweredPage { page, said }, None)
}
