//! The start page.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::assets::STYLE_PATH;
use crate::html;
use crate::state::WebState;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    site: &'a str,
    style: &'a str,
}

/// GET /
pub(crate) async fn get(State(state): State<WebState>) -> Response {
    let state = state.of_main_site().await;
    html::public(HomePage { site: &state.site_name, style: &STYLE_PATH }.render())
}
