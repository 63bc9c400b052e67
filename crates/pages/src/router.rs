//! The URL map.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;

use crate::fields::FORM;
use crate::problem::Problem;
use crate::state::Pages;
use crate::titles::{downloads, report};
use crate::{
    account, apps, conversion_reports, design, display, documents, entrance, home, lists, periodicals,
    problem_reports, read, robots, search, shelf, titles,
};

/// The routes of the pages, to be merged with those of other interfaces.
pub fn router(pages: &Pages) -> Router {
    Router::new()
        .route("/", get(home::get))
        .route("/search", get(search::get))
        .route("/titles/{id}", get(titles::get))
        .route("/titles/{id}/problem", get(report::get).post(report::post))
        .route("/titles/{id}/downloads/{format}", get(downloads::get).post(downloads::post))
        .route("/shelf", get(shelf::get))
        .route("/shelf/{part}", get(shelf::get_part))
        .route("/popular/{list}", get(shelf::popular))
        .route("/design", get(design::get))
        .route("/display", get(display::get).post(display::post))
        .merge(account::routes())
        .merge(documents::routes())
        .merge(lists::routes())
        .merge(periodicals::routes())
        .merge(conversion_reports::routes())
        .merge(problem_reports::routes())
        .route("/apps", get(apps::get))
        .merge(robots::routes())
        .merge(read::routes())
        .layer(DefaultBodyLimit::max(FORM))
        .method_not_allowed_fallback(async || Problem::NotFound)
        .layer(from_fn_with_state(pages.clone(), entrance::enter))
        .with_state(pages.clone())
}
