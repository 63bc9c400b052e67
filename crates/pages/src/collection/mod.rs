//! /collection: the collection desk. Collection staff find a title in any status, see everything about it on
//! one page, edit its metadata and the descriptions of its formats, and move it to another status
//! (docs/rules/titles.md#rule-15).

mod book;
mod comment;
mod export;
mod filter;
pub(crate) mod form;
mod format;
mod moves;
mod start;
mod status;
mod title;
mod wording;

pub(crate) use comment::{find_comment_fault, read_comment, to_comment};
pub(crate) use title::list_usage;
pub(crate) use wording::EventView;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use domain::{Format, TitleId};

use crate::Pages;
use crate::books::managed_title_path;

/// The address of the search.
pub(crate) const START_PATH: &str = "/collection";

/// Maximum length of the form with a title's metadata, in bytes: its longest texts have 28,000 characters,
/// each of them as up to 12 bytes.
const MAX_TITLE_FORM_BYTES: usize = 512 * 1024;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/collection", get(start::show_page).post(start::show_selection))
        .route("/collection/export", get(export::show_page).post(export::start_export))
        .route("/collection/export/{id}", get(export::download_file))
        .route("/collection/moves", post(moves::show_preview))
        .route("/collection/moves/apply", post(moves::apply_moves))
        .route("/collection/titles/{id}/source", get(title::open_source))
        .route("/collection/titles/{id}/book", get(book::show_form).post(book::replace_book))
        .route("/collection/titles/{id}/status", post(status::submit_move))
        .route("/collection/titles/{id}/formats/{format}", get(format::show_page).post(format::submit_edit))
        .merge(title_routes())
}

fn title_routes() -> Router<Pages> {
    Router::new()
        .route("/collection/titles/{id}", get(title::show_page).post(title::submit_edit))
        .layer(DefaultBodyLimit::max(MAX_TITLE_FORM_BYTES))
}

/// The address of the page on which the description of a format is edited.
fn format_path(id: TitleId, format: Format) -> String {
    format!("{}/formats/{format}", managed_title_path(id))
}
