//! The pages below `/account`, for signed-in people (docs/rules/authentication.md#rule-16).

mod devices;
mod members;
mod qr;
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
        .route(members::PATH, get(members::get))
        .route(devices::PATH, get(devices::list).post(devices::create))
        .route(devices::REVOKE, get(devices::confirm).post(devices::revoke))
}
