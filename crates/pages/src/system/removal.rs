//! The question before an entry of a list is removed.

use axum::response::Response;

use crate::{Link, Page, render};

#[derive(askama::Template)]
#[template(path = "system_removal.html")]
struct RemovalPage<'a> {
    page: Page<'a>,
    removal: Removal,
}

/// An entry that a form removes.
pub(super) struct Removal {
    pub(super) heading: String,
    /// Consequences of the removal.
    pub(super) text: String,
    /// The address of the form.
    pub(super) action: &'static str,
    /// The name of the field that identifies the entry.
    pub(super) field: &'static str,
    pub(super) value: String,
    /// The list.
    pub(super) list: Link,
}

pub(super) fn render_question(page: Page<'_>, removal: Removal) -> Response {
    render(&RemovalPage { page, removal })
}
