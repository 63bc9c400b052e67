//! The library's own voice of a book, for the script: its status, the button that asks for it, the times
//! of its sentences, and its sound files. Each asks for access again.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use services::book_pages;
use services::downloads::browser::HeardSentence;
use services::downloads::speech::Voice;

use super::files::add_sandbox_policy;
use super::{ReadingForm, ReadingRequest, parse_index};
use crate::{Path, Problem, Result, Visitor, percent_encode, redirect_to};

/// The status of the voice, and its sentences in a chapter.
#[derive(Serialize)]
struct SpeechStatus {
    state: Voice,
    clips: Vec<HeardSentence>,
}

/// GET /read/{id}/{chapter}/speech
pub(super) async fn show_status(
    visitor: Visitor,
    Path((_, chapter)): Path<(String, String)>,
    ReadingRequest(opened): ReadingRequest,
) -> Result {
    let number = parse_index(&chapter)?;
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    let (state, clips) = book_pages::find_voice(&visitor.op, &opened.book, number).await?;
    Ok(status_response(state, clips))
}

/// POST /read/{id}/speech: requests the voice; `chapter` if it was sent by the form itself, which goes back
/// to the chapter.
pub(super) async fn request_voice(visitor: Visitor, ReadingForm { chapter, opened }: ReadingForm) -> Result {
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    let state = opened.book.make_voice(&visitor.op).await?;
    match chapter {
        Some(chapter) => redirect_to(&opened.chapter_path(chapter, None)),
        None => Ok(status_response(state, Vec::new())),
    }
}

/// GET /read/{id}/speech/{name}
pub(super) async fn serve_sound(
    visitor: Visitor,
    Path((_, name)): Path<(String, String)>,
    ReadingRequest(opened): ReadingRequest,
    method: Method,
    headers: HeaderMap,
) -> Result {
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    let file = opened.book.open_sound(&visitor.op, &name).await?;
    let sent =
        transport::files::send_file(&file, &method, &headers, visitor.pages.library.current_time(), None)
            .await?;
    Ok(add_sandbox_policy(sent))
}

fn status_response(state: Voice, clips: Vec<HeardSentence>) -> Response {
    let address =
        |one: HeardSentence| HeardSentence { audio: format!("speech/{}", percent_encode(&one.audio)), ..one };
    let heard = SpeechStatus { state, clips: clips.into_iter().map(address).collect() };
    ([(CACHE_CONTROL, "private, no-store")], Json(heard)).into_response()
}
