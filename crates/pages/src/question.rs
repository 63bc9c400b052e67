//! The question before something is done, with the one button that confirms it.

use axum::response::Response;

use crate::{Link, Page, render};

#[derive(askama::Template)]
#[template(path = "question.html")]
struct QuestionPage<'a> {
    page: Page<'a>,
    question: Question,
}

pub(crate) struct Question {
    pub(crate) heading: String,
    /// What it is about, which follows the heading in the title of the page. Empty if the heading names it.
    pub(crate) subject: String,
    /// Consequences of the act, and what else is to be known.
    pub(crate) paragraphs: Vec<String>,
    /// The address of the form.
    pub(crate) action: String,
    /// Names and values of the hidden fields.
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) button: String,
    /// The page to return to without the act.
    pub(crate) back: Link,
}

impl Question {
    pub(crate) fn render(self, page: Page<'_>) -> Response {
        render(&QuestionPage { page, question: self })
    }
}
