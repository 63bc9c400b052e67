//! `GET /kosync/healthcheck`: whether the protocol is spoken here.

use axum::Json;
use serde::Serialize;

/// The state of the way in.
#[derive(Serialize)]
pub(crate) struct State {
    state: &'static str,
}

pub(crate) async fn get() -> Json<State> {
    Json(State { state: "OK" })
}
