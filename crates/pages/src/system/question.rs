//! The question before something changes, with the one button that confirms it.

use axum::response::Response;

use crate::{Link, Page, render};

#[derive(askama::Template)]
#[template(path = "system_question.html")]
struct QuestionPage<'a> {
    page: Page<'a>,
    question: Question,
}

pub(super) struct Question {
    pub(super) heading: String,
    /// Consequences of the change, and what else is to be known.
    pub(super) paragraphs: Vec<String>,
    /// The address of the form.
    pub(super) action: String,
    /// The hidden field that says what is changed: its name and its value.
    pub(super) field: (&'static str, String),
    pub(super) button: String,
    /// The page to return to without a change.
    pub(super) back: Link,
}

impl Question {
    pub(super) fn render(self, page: Page<'_>) -> Response {
        render(&QuestionPage { page, question: self })
    }
}
