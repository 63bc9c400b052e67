//! Everything for people and their apps besides the JSON API and the library's own site: the token server
//! (docs/rules/authentication.md#rule-1) with its sign-in and consent pages, the pages that emails link
//! to, the sign-in and sign-out of the site, and the API documentation at `/docs`.
//!
//! Plain HTML and CSS. No page needs scripts, and none may run any. The sentences are in message files
//! (`messages/`), in every language of `layout::Language`; the API documentation is in English.

mod account;
mod address;
mod answered;
mod authorize;
mod client;
mod confirm;
mod docs;
mod email_page;
mod flow;
mod form;
mod metadata;
mod openapi;
mod page;
mod password;
mod problem;
mod replies;
mod revocations;
mod sign_in;
mod sign_in_form;
mod site;
mod site_client;
mod state;
mod texts;
mod token;
mod undo;
mod walk;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{get, post};

use transport::bounds::is_excessive;

pub use openapi::openapi;
pub use page::Page;
pub use replies::unavailable;
pub use state::{Clock, Entropy, WebSettings, WebState};

/// Size limit of any form here, in bytes.
const BODY_LIMIT: usize = 64 * 1024;

/// Every route of this crate, to be merged with the API's. It has no fallback of its own.
///
/// The peer's address is taken from the request extension `axum::extract::ConnectInfo<SocketAddr>`, so serve
/// with `into_make_service_with_connect_info`.
pub fn router(state: WebState) -> Router {
    let programs = Router::new()
        .route("/oauth/token", post(token::post).options(replies::preflight).fallback(replies::method))
        .route(
            "/oauth/sites/{site}/token",
            post(site_client::token).options(replies::preflight).fallback(replies::method),
        )
        .route(
            "/oauth/revocations",
            post(revocations::post).options(replies::preflight).fallback(replies::method),
        )
        .route("/.well-known/oauth-authorization-server", get(metadata::get).fallback(replies::method))
        .layer(map_response(replies::headers));
    let pages = Router::new()
        .route("/oauth/sites/{site}/authorize", get(site_client::authorize).fallback(replies::method))
        .route("/oauth/authorize", get(authorize::get).post(authorize::post).fallback(replies::method))
        .merge(account::routes())
        .merge(password::routes())
        .merge(email_page::routes::<confirm::Confirm>())
        .merge(email_page::routes::<undo::UndoChange>())
        .merge(docs::routes())
        .merge(layout::assets::asset_routes())
        .layer(from_fn_with_state(state.clone(), refuse_long_addresses));
    programs.merge(pages).layer(DefaultBodyLimit::max(BODY_LIMIT)).with_state(state)
}

/// Says in words that an address is longer, or asks for more, than any that links lead to.
async fn refuse_long_addresses(State(state): State<WebState>, request: Request, next: Next) -> Response {
    if !is_excessive(request.uri()) {
        return next.run(request).await;
    }
    let page = state.page.for_browser(request.headers());
    problem::page(&page, StatusCode::URI_TOO_LONG, "long-address-heading", "long-address-text")
}
