//! The interface for apps that synchronize reading positions like `KOReader`: its exact protocol
//! (docs/kosync.md). A device signs in with each request.

mod device;
mod fields;
mod problem;
mod progress;
mod state;
mod users;

use axum::extract::DefaultBodyLimit;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{from_fn, map_response};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};

use problem::Problem;
pub use state::{Kosync, KosyncSettings};

/// Size limit of a body, bytes: the longest position, and what apps send about the book.
const BODY_LIMIT: usize = 64 * 1024;

/// The routes below `/kosync`, to be merged with those of other interfaces. Apps that run in a browser may
/// use them from pages of other origins.
///
/// The peer's address is taken from the request extension `axum::extract::ConnectInfo<SocketAddr>`.
pub fn new_router(state: Kosync) -> Router {
    let routes = [
        ("/users/auth", not_found_otherwise(get(users::check_user))),
        ("/users/create", not_found_otherwise(post(users::create))),
        ("/syncs/progress", not_found_otherwise(put(progress::update))),
        ("/syncs/progress/{document}", not_found_otherwise(get(progress::get))),
        ("/healthcheck", not_found_otherwise(get(report_health))),
    ];
    // KOReader appends these paths to the address as its user types it, and that may end with a slash.
    let add_route = |router: Router<Kosync>, (path, route): (&str, MethodRouter<Kosync>)| {
        router.route(path, route.clone()).route(&format!("/{path}"), route)
    };
    let routes = routes
        .into_iter()
        .fold(Router::new(), add_route)
        .fallback(async || Problem::NotFound)
        .layer(map_response(keep_out_of_caches))
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    Router::new().nest("/kosync", routes).layer(from_fn(transport::add_cors_headers)).with_state(state)
}

/// `GET /kosync/healthcheck`: whether the protocol is supported.
async fn report_health() -> Json<Value> {
    Json(json!({"state": "OK"}))
}

/// Keeps responses out of caches. Those of all accounts have the same addresses, and caches do not know that
/// `x-auth-user` distinguishes them.
async fn keep_out_of_caches(mut response: Response) -> Response {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The response to a request that fails because something that the server needs cannot be reached.
pub fn unavailable_response() -> Response {
    Problem::Unavailable.into_response()
}

/// Other methods are not found.
fn not_found_otherwise(route: MethodRouter<Kosync>) -> MethodRouter<Kosync> {
    route.fallback(async || Problem::NotFound)
}
