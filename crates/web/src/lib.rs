//! Pages for people and endpoints for apps, except the JSON API and the library's own site: the token server
//! (docs/rules/authentication.md#rule-1) with its sign-in and consent pages, the pages that emails link
//! to, the sign-in and sign-out of the site, and the API documentation at `/docs`.
//!
//! Plain HTML and CSS. No page needs scripts, and none may run any. The sentences are in message files
//! (`messages/`), in every language of `layout::Language`; the API documentation is in English.

mod account;
mod address;
mod authorize;
mod client;
mod confirm;
mod docs;
mod email_page;
mod flow;
mod form;
mod form_flow;
mod join;
mod metadata;
mod openapi;
mod outcome;
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

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};

use transport::bounds::{is_excessive, is_unreadable_path};

pub(crate) use address::PeerAddress;
pub(crate) use flow::SignInFlow;
pub(crate) use form::{FormParams, PageValues};
pub(crate) use form_flow::FormProblem;
pub(crate) use replies::TokenProblem;
pub(crate) use site::MainSitePage;

pub use account::keep_form;
pub use openapi::token_server_openapi;
pub use page::Page;
pub use replies::unavailable_response;
pub use state::{WebSettings, WebState};

const MAX_BODY_BYTES: usize = 64 * 1024;

/// Every route of this crate, to be merged with the API's. It has no fallback of its own.
///
/// The peer's address is taken from the request extension `axum::extract::ConnectInfo<SocketAddr>`, so serve
/// with `into_make_service_with_connect_info`.
pub fn router(state: WebState) -> Router {
    let programs = Router::new()
        .route("/oauth/token", open_to_browsers(post(token::exchange)))
        .route("/oauth/sites/{site}/token", open_to_browsers(post(site_client::exchange_token)))
        .route("/oauth/revocations", open_to_browsers(post(revocations::revoke)))
        .route(
            "/.well-known/oauth-authorization-server",
            get(metadata::show_metadata).fallback(replies::method_not_allowed),
        )
        .layer(from_fn(replies::refuse_unreadable_path))
        .layer(map_response(replies::add_headers));
    let pages = Router::new()
        .route(
            "/oauth/sites/{site}/authorize",
            get(site_client::authorize).fallback(replies::method_not_allowed),
        )
        .route(
            "/oauth/authorize",
            get(authorize::show_sign_in).post(authorize::submit).fallback(replies::method_not_allowed),
        )
        .merge(account::routes())
        .merge(password::routes())
        .merge(email_page::routes::<confirm::Confirm>())
        .merge(email_page::routes::<undo::UndoChange>())
        .merge(join::routes())
        .merge(docs::routes())
        .merge(layout::assets::asset_routes())
        .layer(from_fn_with_state(state.clone(), refuse_addresses));
    programs.merge(pages).layer(DefaultBodyLimit::max(MAX_BODY_BYTES)).with_state(state)
}

/// A route that apps in browsers may use from pages of other origins.
fn open_to_browsers(route: MethodRouter<WebState>) -> MethodRouter<WebState> {
    route.options(replies::preflight).fallback(replies::method_not_allowed)
}

/// Refuses addresses that are longer or have more parameters than any link, and paths that are not valid
/// text.
async fn refuse_addresses(State(state): State<WebState>, request: Request, next: Next) -> Response {
    let (status, heading, text) = if is_excessive(request.uri()) {
        (StatusCode::URI_TOO_LONG, "long-address-heading", "long-address-text")
    } else if is_unreadable_path(request.uri()) {
        (StatusCode::NOT_FOUND, "not-found-heading", "not-found-text")
    } else {
        return next.run(request).await;
    };
    let page = state.page.for_browser(request.headers());
    problem::render_problem(&page, status, heading, text)
}
