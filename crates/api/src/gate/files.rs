//! The gate of endpoints that accept files ([`multipart`](crate::http::multipart)).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::peers::Peer;

use super::{accepts_json, admit, gate, identify};
use crate::http::caller::bearer;
use crate::http::errors::{ErrorKey, Result};
use crate::http::input::Input;
use crate::http::multipart::{FileParts, Reading, Rest, Until, media};
use crate::state::Api;

/// The middleware of endpoints that accept files; other bodies are read as everywhere.
pub async fn gate_with_files(
    State((api, files)): State<(Api, FileParts)>,
    request: Request,
    next: Next,
) -> Response {
    let Some(media) = media(request.headers()) else {
        return gate(State(api), request, next).await.into_response();
    };
    let boundary = multer::parse_boundary(media).ok().filter(|boundary| !boundary.is_empty());
    let (parts, body) = request.into_parts();
    let expects = parts.headers.contains_key(header::EXPECT);
    let peer = transport::peer(&parts, api.settings.trust_forwarded_for);
    let body = files.incoming(body);
    let reading =
        Reading::new(body.clone(), boundary.as_deref(), files, Arc::clone(api.library.turns()), peer.clone());
    let answer = pass(api, parts, reading, &peer, next).await;
    // Most clients send everything before they read the response, so the body of a refused request is read to
    // its end.
    body.drain(expects).await;
    answer.into_response()
}

async fn pass(api: Api, mut parts: Parts, mut reading: Reading, peer: &Peer, next: Next) -> Result<Response> {
    accepts_json(&parts.headers)?;
    let mut input = Input::of_query(&parts);
    if reading.is_over() {
        let reason = "The multipart body has no boundary.";
        input.set_fault(ErrorKey::BadRequest, reason.to_owned());
    }
    if !is_known(&parts.headers, &input) {
        reading.read(&mut input, Until::File).await?;
    }
    if !is_known(&parts.headers, &input) && !reading.is_over() {
        let _turn = api.library.turns().take_as_stranger(peer)?;
        reading.read(&mut input, Until::End).await?;
    }
    let caller = identify(&api, &parts.headers, &input).await?;
    parts.extensions.insert(Rest::of(reading));
    admit(&api, parts, input, caller, next).await
}

/// Whether the request has identified both client and user.
fn is_known(headers: &HeaderMap, input: &Input) -> bool {
    let token = bearer(headers).is_some() || input.first("access_token").is_some();
    token && input.first("api_key").is_some()
}
