//! /collection/periodicals: collection staff create periodicals, edit their records, see their editions in
//! every state, withdraw them and bring them back, edit them, and add new ones
//! (docs/rules/periodicals.md#rule-7).

mod edition;
mod edition_form;
mod form;
mod list;
mod record;
mod series;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use domain::{EditionId, SeriesId};

use crate::{Pages, percent_encode};

const LIST_PATH: &str = "/collection/periodicals";
const NEW_PATH: &str = "/collection/periodicals/new";

/// Maximum length of the form with the record of a periodical, in bytes: its longest text has 8,000
/// characters, each of them as up to 12 bytes.
const MAX_RECORD_FORM_BYTES: usize = 256 * 1024;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/collection/periodicals", get(list::list_periodicals))
        .route("/collection/periodicals/{series}", get(series::show_page).post(series::add_editions))
        .route(
            "/collection/periodicals/{series}/editions/{edition}",
            get(edition::show_page).post(edition::submit_form),
        )
        .merge(record_routes())
}

fn record_routes() -> Router<Pages> {
    Router::new()
        .route("/collection/periodicals/new", get(record::show_new).post(record::create_series))
        .route(
            "/collection/periodicals/{series}/record",
            get(record::show_record).post(record::submit_record),
        )
        .layer(DefaultBodyLimit::max(MAX_RECORD_FORM_BYTES))
}

/// The address of the page about a periodical.
fn series_path(id: &SeriesId) -> String {
    format!("{LIST_PATH}/{}", percent_encode(id.as_str()))
}

/// The address of the page that edits the record of a periodical.
fn record_path(id: &SeriesId) -> String {
    format!("{}/record", series_path(id))
}

/// The address of the page about an edition.
fn edition_path(series: &SeriesId, id: &EditionId) -> String {
    format!("{}/editions/{}", series_path(series), percent_encode(id.as_str()))
}
