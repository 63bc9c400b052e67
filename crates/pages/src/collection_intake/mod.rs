//! /collection/add and /collection/runs: collection staff upload books and suppliers' records, and see what
//! became of them (docs/ingest.md#in-the-browser).

mod add;
mod one;
mod runs;
mod wording;

pub(crate) use add::{IntakeForm, describe_file_limits, find_file_error, list_rights, start_upload};
pub(crate) use wording::list_replacement_effects;

use axum::Router;
use axum::routing::{get, post};

use crate::{Pages, Problem, Result};

pub(crate) const ADD_PATH: &str = "/collection/add";
const LIST_PATH: &str = "/collection/runs";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/collection/add", get(add::show_form).post(add::start_run))
        .route("/collection/runs", get(runs::list_runs))
        .route("/collection/runs/{run}", get(one::show_run))
        .route("/collection/runs/{run}/cancel", post(one::cancel_run))
        .route("/collection/runs/{run}/report.csv", get(one::download_report))
}

fn run_path(id: i64) -> String {
    format!("{LIST_PATH}/{id}")
}

fn parse_run_id(text: &str) -> Result<i64> {
    text.parse().ok().filter(|id| *id > 0).ok_or(Problem::NotFound)
}
