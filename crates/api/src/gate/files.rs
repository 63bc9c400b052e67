//! The gate of endpoints that accept files ([`multipart`](crate::http::multipart)).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::Peer;

use super::{accepts_json, admit, check_request, identify};
use crate::Api;
use crate::http::{
    BodyReader, ErrorKey, FileParts, Input, ReadUntil, Result, UnreadBody, bearer_token, multipart_type,
};

/// The middleware of endpoints that accept files; other bodies are read as everywhere.
pub async fn gate_with_files(
    State((api, files)): State<(Api, FileParts)>,
    request: Request,
    next: Next,
) -> Response {
    let Some(media) = multipart_type(request.headers()) else {
        return check_request(State(api), request, next).await.into_response();
    };
    let boundary = multer::parse_boundary(media).ok().filter(|boundary| !boundary.is_empty());
    let (parts, body) = request.into_parts();
    let expects = parts.headers.contains_key(header::EXPECT);
    let peer = transport::request_peer(&parts, api.settings.trust_forwarded_for);
    let body = files.incoming_body(body);
    let reading = BodyReader::new(
        body.clone(),
        boundary.as_deref(),
        files,
        Arc::clone(api.library.upload_turns()),
        peer.clone(),
    );
    let answer = pass_with_files(api, parts, reading, &peer, next).await;
    // Most clients send everything before they read the response, so the body of a refused request is read to
    // its end.
    body.drain_body(expects).await;
    answer.into_response()
}

async fn pass_with_files(
    api: Api,
    mut parts: Parts,
    mut reading: BodyReader,
    peer: &Peer,
    next: Next,
) -> Result<Response> {
    accepts_json(&parts.headers)?;
    let mut input = Input::from_query(&parts);
    if reading.is_over() {
        let reason = "The multipart body has no boundary.";
        input.set_fault(ErrorKey::BadRequest, reason.to_owned());
    }
    if !is_known(&parts.headers, &input) {
        reading.read(&mut input, ReadUntil::File).await?;
    }
    if !is_known(&parts.headers, &input) && !reading.is_over() {
        let _turn = api.library.upload_turns().take_as_stranger(peer)?;
        reading.read(&mut input, ReadUntil::End).await?;
    }
    let caller = identify(&api, &parts.headers, &input).await?;
    parts.extensions.insert(UnreadBody::from_reading(reading));
    admit(&api, parts, input, caller, next).await
}

/// Returns true if the request has identified both client and user.
fn is_known(headers: &HeaderMap, input: &Input) -> bool {
    let token = bearer_token(headers).is_some() || input.first_value("access_token").is_some();
    token && input.first_value("api_key").is_some()
}
