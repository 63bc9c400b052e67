//! /apps: what reading apps are, and how they find the library.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::page::{Page, Section, show};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "apps.html")]
struct AppsPage<'a> {
    page: Page<'a>,
    catalog: String,
    places: String,
    apps: Vec<(&'static str, String)>,
}

/// GET /apps
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Other);
    let base = &pages.settings.base_url;
    Ok(show(&AppsPage {
        catalog: format!("{base}/opds"),
        places: format!("{base}/kosync"),
        apps: layout::apps::known(&page),
        page,
    }))
}
