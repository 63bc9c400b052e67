//! The description of the interface, for people (`/docs`) and for programs (`/docs/openapi.json`).

mod model;
mod prose;

use askama::Template;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

use crate::state::WebState;
use layout::STYLE_PATH;
use layout::html;
use model::Interface;

#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage<'a> {
    site: &'a str,
    style: &'a str,
    base_url: &'a str,
    issuer: &'a str,
    api: &'a Interface,
}

/// Both routes. What they answer never changes while the program runs, so it is made once.
pub(crate) fn routes(state: &WebState) -> Router<WebState> {
    let settings = &state.settings;
    let api = Interface::read(&settings.openapi);
    let page = DocsPage {
        site: &state.site_name,
        style: &STYLE_PATH,
        base_url: &settings.base_url,
        issuer: &settings.auth_url,
        api: &api,
    };
    let page = Bytes::from(page.render().expect("texts are written to a string, which cannot fail"));
    let json = Bytes::from(settings.openapi.to_string());
    Router::new()
        .route("/docs", get(async move || html::public(Ok(page))))
        .route("/docs/openapi.json", get(async move || document(json)))
}

fn document(json: Bytes) -> impl IntoResponse {
    let headers =
        [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache"), (ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    (headers, json)
}
