//! A new password for somebody who has forgotten the old one: a letter with a link is asked for on one page,
//! and the password is chosen on another.

mod choose;
pub(crate) mod forgot;

use axum::Router;
use axum::routing::get;
use jobs::letters::FORGOT_PASSWORD;

use crate::letter_page;
use crate::state::WebState;

/// Their routes.
pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route(FORGOT_PASSWORD, get(forgot::get).post(forgot::post))
        .merge(letter_page::routes::<choose::Choose>())
}
