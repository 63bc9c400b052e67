//! `GET /kosync/healthcheck`: whether the protocol is supported.

use axum::Json;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct State {
    state: &'static str,
}

pub(crate) async fn get() -> Json<State> {
    Json(State { state: "OK" })
}
