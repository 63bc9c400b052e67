//! Pages for signing in to the site and out of it (docs/rules/authentication.md#rule-16).

mod session;
mod sign_in;

use axum::Router;
use axum::routing::{get, post};

use crate::state::WebState;

/// Their routes.
pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route(sign_in::PATH, get(sign_in::get).post(sign_in::post))
        .route(sign_in::OUT, post(sign_in::out))
}
