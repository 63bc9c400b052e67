//! The URL map.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;

use crate::fields::MAX_FORM_BYTES;
use crate::titles::report;
use crate::{
    Pages, Problem, account, apps, collection, collection_intake, collection_periodicals, conversion_reports,
    design, desk, display, documents, downloads, entrance, home, lists, periodicals, problem_reports, read,
    robots, school, search, serving, shelf, system, titles,
};

/// The routes of the pages, to be merged with those of other interfaces.
pub fn router(pages: &Pages) -> Router {
    Router::new()
        .route("/", get(home::show_page))
        .route("/search", get(search::show_page))
        .route("/titles/{title}", get(titles::show_page))
        .route("/titles/{title}/problem", get(report::show_form).post(report::send_report))
        .route(
            "/titles/{title}/downloads/{format}",
            get(downloads::show_status).post(downloads::request_copy),
        )
        .route("/shelf", get(shelf::show_shelf))
        .route("/shelf/{part}", get(shelf::show_part))
        .route("/popular/{list}", get(shelf::show_popular))
        .route("/design", get(design::show_page))
        .route("/display", get(display::show_form).post(display::save_settings))
        .merge(account::routes())
        .merge(collection::routes())
        .merge(desk::routes())
        .merge(documents::routes())
        .merge(lists::routes())
        .merge(periodicals::routes())
        .merge(collection_intake::routes())
        .merge(collection_periodicals::routes())
        .merge(conversion_reports::routes())
        .merge(problem_reports::routes())
        .merge(school::routes())
        .merge(serving::routes())
        .merge(system::routes())
        .route("/apps", get(apps::show_page))
        .merge(robots::routes())
        .merge(read::routes())
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
        .method_not_allowed_fallback(async || Problem::NotFound)
        .layer(from_fn_with_state(pages.clone(), entrance::handle_request))
        .with_state(pages.clone())
}
