//! /desk/people/{id}/serve and /school/members/{id}: a person is served by telephone, by membership staff or
//! by a sponsor. Each act is a small form on the page about the person.

mod address;
mod books;
mod notes;
mod reading;
mod sign_in;
mod view;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use services::{Error, ErrorKey};

use crate::{Pages, Problem};

/// The routes, for the membership desk and for schools.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/people/{id}/serve", get(view::show_page))
        .route("/desk/people/{id}/serve/sign-in", post(sign_in::show_new_sign_in))
        .route("/desk/people/{id}/serve/assign", post(books::put_on_shelf))
        .route("/desk/people/{id}/serve/order", post(books::order))
        .route("/desk/people/{id}/serve/preferences", post(reading::save_preferences))
        .route("/desk/people/{id}/serve/devices", post(reading::add_device))
        .route("/desk/people/{id}/serve/devices/revoke", post(reading::remove_device))
        .route("/desk/people/{id}/serve/notes", post(notes::save_note))
        .route("/school/members/{id}", get(view::show_page))
        .route("/school/members/{id}/sign-in", post(sign_in::show_new_sign_in))
        .route("/school/members/{id}/assign", post(books::put_on_shelf))
        .route("/school/members/{id}/order", post(books::order))
        .route("/school/members/{id}/preferences", post(reading::save_preferences))
        .route("/school/members/{id}/devices", post(reading::add_device))
        .route("/school/members/{id}/devices/revoke", post(reading::remove_device))
        .route("/school/members/{id}/notes", post(notes::save_note))
}

/// The problem for an act that the caller does not do for this person.
fn to_problem(error: Error) -> Problem {
    match error {
        Error::Refused(ErrorKey::NotManageable) => {
            Problem::Explained(StatusCode::FORBIDDEN, "serve-manages-itself")
        }
        Error::Refused(ErrorKey::OperationNotAllowed) => {
            Problem::Explained(StatusCode::FORBIDDEN, "serve-not-allowed")
        }
        Error::Explained(ErrorKey::NotFound, _) => {
            Problem::Explained(StatusCode::NOT_FOUND, "device-missing")
        }
        error => error.into(),
    }
}
