//! The page after a form was submitted: the result, and a link to continue with.

use axum::http::StatusCode;
use axum::response::Response;
use layout::html;

use crate::Page;

/// The result of a submitted form.
pub(crate) struct Outcome<'a> {
    pub(crate) heading: String,
    pub(crate) texts: Vec<String>,
    /// Address and text of a link.
    pub(crate) link: Option<(&'a str, String)>,
}

#[derive(askama::Template)]
#[template(path = "outcome.html")]
struct OutcomePage<'a> {
    page: &'a Page,
    outcome: &'a Outcome<'a>,
}

pub(crate) fn outcome_page(page: &Page, outcome: &Outcome<'_>) -> Response {
    html::private_page(StatusCode::OK, &OutcomePage { page, outcome }, None)
}
