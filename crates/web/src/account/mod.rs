//! Pages for signing in to the site and out of it (docs/rules/authentication.md#rule-16),
//! with a password or the code of a card.

mod enroll;
mod session;
mod sign_in;

use axum::Router;
use axum::routing::{get, post};

use crate::WebState;

pub use sign_in::keep_form;

pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route(sign_in::SIGN_IN_PATH, get(sign_in::show_form).post(sign_in::submit))
        .route(sign_in::SIGN_OUT_PATH, post(sign_in::sign_out))
        .route("/enroll", get(enroll::show_form).post(enroll::submit))
        .route("/enroll/confirm", post(enroll::confirm))
        .route("/enroll/device", post(enroll::confirm_device))
}
