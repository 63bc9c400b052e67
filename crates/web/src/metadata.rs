//! GET /.well-known/oauth-authorization-server (RFC 8414).

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use layout::Language;
use oauth::Metadata;

use crate::WebState;

/// Returns the metadata that programs need to sign users in.
pub(crate) async fn show_metadata(State(state): State<WebState>) -> Response {
    let settings = &state.settings;
    let documentation = format!("{}/docs", settings.base_url);
    let metadata =
        Metadata::new(&settings.auth_url, &documentation, Language::ALL.map(Language::tag).to_vec());
    ([(CACHE_CONTROL, "public, max-age=3600")], Json(metadata)).into_response()
}
