//! /school: what sponsors do for the members of their organization.

mod contact;
mod groups;
mod import;
mod members;
mod runs;
mod sponsors;
mod start;
mod year;

pub(crate) use members::grades::grade_name;

use axum::Router;
use axum::routing::get;

use crate::Pages;

/// The address of the page where sponsors begin.
pub(crate) const START_PATH: &str = "/school";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school", get(start::show_page))
        .merge(contact::routes())
        .merge(groups::routes())
        .merge(import::routes())
        .merge(members::routes())
        .merge(runs::routes())
        .merge(sponsors::routes())
        .merge(year::routes())
}
