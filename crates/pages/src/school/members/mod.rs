//! /school/members: the members of a sponsor's organization.

mod act;
mod addition;
mod choices;
mod class;
mod details;
mod draft;
mod filter;
pub(super) mod grades;
mod list;
mod row;
mod selection;

use axum::Router;
use axum::routing::{get, post};

use crate::Pages;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/members", get(list::show_page).post(list::show_selection))
        .route("/school/members/new", get(addition::show_form).post(addition::add_member))
        .route("/school/members/{id}/details", get(details::show_form).post(details::change_member))
        .route("/school/members/act", post(act::show_preview))
        .route("/school/members/act/apply", post(act::apply_act))
        .merge(class::routes())
}
