//! Bodies with files: `multipart/form-data`, at the few endpoints that take it (spec 4, section 0 point 1).
//!
//! Key and token may be in the query and in a header, or be parts of the body, before a file or behind it.
//! So the parts before the first file are read first. When they tell who calls, the file waits until the
//! handler asks for its parameters, behind the check of the role; otherwise the file is taken in on trust, to
//! a temporary place, a few at a time, and is gone again unless a key comes after it.

mod body;
mod reading;

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

pub use body::Incoming;
pub use reading::{Reading, Until};

use crate::http::caller::{Caller, bearer};
use crate::http::errors::{ErrorKey, Result};
use crate::http::gate::{accepts_json, admit, gate};
use crate::http::input::Input;
use crate::state::Api;

/// The files that an endpoint takes.
#[derive(Debug, Clone, Copy)]
pub struct FileParts {
    /// The names of the parts that are files. Other parts with a file are passed over, like all parameters
    /// that are not known.
    pub names: &'static [&'static str],
    /// The largest file, bytes.
    pub largest: u64,
}

/// The middleware of endpoints that take files; bodies of other types are read as everywhere.
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
    let body = Incoming::new(body, &files);
    let reading = Reading::new(body.clone(), boundary.as_deref(), files, Arc::clone(&api.turns));
    let answer = pass(api, parts, reading, next).await;
    // Most clients send everything before they look at the answer: what was refused is heard to its end.
    body.drain(expects).await;
    answer.into_response()
}

async fn pass(
    api: Api,
    mut parts: axum::http::request::Parts,
    mut reading: Reading,
    next: Next,
) -> Result<Response> {
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
        let _turn = api.turns.stranger()?;
        reading.read(&mut input, Until::End).await?;
    }
    let caller = Caller::identify(&api, &parts.headers, &input).await?;
    parts.extensions.insert(Rest(Arc::new(Mutex::new(Some(reading)))));
    admit(&api, parts, input, caller, next).await
}

/// Whether the request has said both which client it comes from and which user.
fn is_known(headers: &HeaderMap, input: &Input) -> bool {
    let token = bearer(headers).is_some() || input.first("access_token").is_some();
    token && input.first("api_key").is_some()
}

/// The media type of a multipart body; none for other bodies.
fn media(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let essence = text.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("multipart/form-data").then_some(text)
}

/// What is still to be read of a request's body.
#[derive(Clone)]
struct Rest(Arc<Mutex<Option<Reading>>>);

/// Reads the rest of a body with files, if the request has one: from then on the input is complete.
pub async fn complete(extensions: &mut Extensions) -> Result<()> {
    let Some(Rest(rest)) = extensions.remove::<Rest>() else { return Ok(()) };
    let reading = rest.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut reading) = reading.filter(|reading| !reading.is_over()) else { return Ok(()) };
    let mut input = extensions.remove::<Input>().ok_or(ErrorKey::InternalError)?;
    let read = reading.read_in_turn(&mut input).await;
    extensions.insert(input);
    read
}

#[cfg(test)]
mod tests;
