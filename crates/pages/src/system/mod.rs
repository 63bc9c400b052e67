//! /system: pages for administrators, so that daily work needs no shell (docs/rules/access.md#rule-27).

mod app_secrets;
mod apps;
mod findings;
mod overview;
mod queue;
mod sites;
mod wording;

use axum::Router;
use axum::routing::{get, post};

use crate::Pages;

/// The address of the page about the state of the installation.
pub(crate) const START_PATH: &str = "/system";

/// The routes of the pages.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/system", get(overview::show_page))
        .route("/system/jobs", get(queue::list_jobs))
        .route("/system/jobs/{id}", get(queue::show_job))
        .route("/system/jobs/{id}/retry", post(queue::retry_job))
        .route("/system/jobs/{id}/cancel", post(queue::cancel_job))
        .route("/system/apps", get(apps::list_apps))
        .route("/system/apps/new", get(apps::show_form).post(apps::create_app))
        .route("/system/apps/state", post(apps::set_state))
        .route("/system/apps/secret", get(app_secrets::show_question).post(app_secrets::replace_secret))
        .route("/system/sites", get(sites::list_sites))
        .route("/system/sites/{id}", get(sites::show_site))
        .route("/system/sites/{id}/reviews", post(sites::set_reviews))
        .route("/system/sites/{id}/joining", post(sites::set_joining))
        .route("/system/sites/{id}/admission", post(sites::set_admission))
}
