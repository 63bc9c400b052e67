//! GET /.well-known/oauth-authorization-server (RFC 8414).

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use oauth::Metadata;

use crate::state::WebState;

/// Returns what programs need to sign users in.
pub(crate) async fn get(State(state): State<WebState>) -> Response {
    let settings = &state.settings;
    let metadata = Metadata::new(&settings.auth_url, &format!("{}/docs", settings.base_url));
    ([(CACHE_CONTROL, "public, max-age=3600")], Json(metadata)).into_response()
}
