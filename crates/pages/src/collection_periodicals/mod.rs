//! /collection/periodicals: collection staff see the editions of a periodical in every state, and add new
//! ones (docs/ingest.md#in-the-browser).

mod form;
mod list;
mod series;

use axum::Router;
use axum::routing::get;
use domain::SeriesId;

use crate::{Pages, percent_encode};

const LIST_PATH: &str = "/collection/periodicals";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/collection/periodicals", get(list::list_periodicals))
        .route("/collection/periodicals/{series}", get(series::show_page).post(series::add_editions))
}

/// The address of the page about a periodical.
fn series_path(id: &SeriesId) -> String {
    format!("{LIST_PATH}/{}", percent_encode(id.as_str()))
}
