//! Errors: problem details (RFC 9457) in words for people, and the authentication document where signing in is
//! what helps. Internal detail is logged here and never sent.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::access::{Alert, AlertCode, AlertLevel};
use layout::Wording;
use layout::reasons::message;
use serde_json::json;
use services::{Error, ErrorKey};

use crate::language;
use crate::media_types;
use crate::sentence::Sentence;

/// What a handler returns.
pub(crate) type Result<T, E = Problem> = std::result::Result<T, E>;

/// An error as it is answered, in the language that the visitor reads ([`written`](Self::written)).
#[derive(Debug)]
pub(crate) struct Problem {
    kind: &'static str,
    status: StatusCode,
    /// The message that is its title.
    title: &'static str,
    detail: Vec<Sentence>,
    retry_after: Option<u64>,
}

impl Problem {
    fn new(status: StatusCode, title: &'static str, detail: impl Into<Sentence>) -> Self {
        Self { kind: "about:blank", status, title, detail: vec![detail.into()], retry_after: None }
    }

    /// A user is needed, or what the request proves its user with is wrong.
    pub(crate) fn sign_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "problem-not-allowed", "sign-in-text")
    }

    /// There is nothing at an address.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "problem-not-found", "problem-not-found-text")
    }

    /// The address does not take this method.
    pub(crate) fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "problem-method", "problem-method-text")
    }

    /// A value of a query that is not allowed.
    pub(crate) fn bad(detail: impl Into<Sentence>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "problem-not-understood", detail)
    }

    /// Too many requests: when to come again, in seconds.
    pub(crate) fn too_many(seconds: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "wait-heading", "problem-too-many-text")
            .more([Sentence::counted("wait-text", seconds)])
            .retry(seconds)
    }

    /// The copy is still being made.
    pub(crate) fn in_preparation(seconds: u64) -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Self::new(status, "problem-not-ready", "problem-not-ready-text").retry(seconds)
    }

    /// The reasons why a visitor may not have a publication.
    pub(crate) fn closed(reasons: &[AlertCode]) -> Self {
        let reasons = if reasons.is_empty() { &[AlertCode::FormatsPending] } else { reasons };
        let said = |code: &AlertCode| Sentence::Message(message(*code).into(), Vec::new());
        let detail = reasons.iter().map(said).collect();
        Self { detail, ..Self::new(StatusCode::FORBIDDEN, "problem-closed", "problem-not-allowed-text") }
    }

    /// A place that cannot be read or kept: the message that says why.
    pub(crate) fn bad_progression(why: &'static str) -> Self {
        let kind = "https://registry.opds.io/error#progression-invalid-payload";
        Self { kind, ..Self::bad("place-not-kept").more([why.into()]) }
    }

    /// The library knows a newer place.
    pub(crate) fn outdated() -> Self {
        let kind = "https://registry.opds.io/error#progression-date";
        let problem = Self::new(StatusCode::CONFLICT, "problem-newer-place", "problem-newer-place-text");
        Self { kind, ..problem }
    }

    /// The body is too large.
    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-too-large", "problem-too-large-text")
    }

    fn more(mut self, sentences: impl IntoIterator<Item = Sentence>) -> Self {
        self.detail.extend(sentences);
        self
    }

    fn retry(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Whether the authentication document takes its place.
    pub(crate) fn asks_to_sign_in(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }

    /// The document.
    pub(crate) fn written(&self, words: Wording<'_>) -> Response {
        let detail: Vec<String> = self.detail.iter().map(|sentence| sentence.said(words)).collect();
        let body = json!({
            "type": self.kind,
            "title": words.t(self.title),
            "status": self.status.as_u16(),
            "detail": detail.join(" "),
        });
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_types::PROBLEM));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.retry_after.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds))));
        language::note(headers, words.language);
        response
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        if error.is_unavailable() {
            tracing::warn!(%error, "something that the server needs cannot be reached");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return Self::new(status, "unavailable-heading", "unavailable-text").retry(5);
        }
        match error {
            Error::SignIn(_) | Error::Token { .. } | Error::Credentials => Self::sign_in(),
            Error::Denied { code, more } => Self::closed(&[code]).more(more.map(Sentence::Next)),
            Error::Wait { seconds, .. } => Self::too_many(seconds),
            Error::Refused(key) => Self::of(key, key.text()),
            Error::Explained(key, text) => Self::of(key, text),
            Error::Invalid(faults) => {
                let faults = faults.iter().map(|fault| Sentence::Plain(fault.to_string()));
                Self::bad("problem-refused-text").more(faults)
            }
            error => {
                tracing::error!(%error, "a request failed");
                Self::of(ErrorKey::InternalError, "")
            }
        }
    }
}

impl Problem {
    /// The problem of a key. The sentence is sent where the key has no message.
    fn of(key: ErrorKey, text: impl Into<String>) -> Self {
        let missing = |detail| Self::new(StatusCode::NOT_FOUND, "problem-not-found", detail);
        let forbidden = |detail| Self::new(StatusCode::FORBIDDEN, "problem-not-allowed", detail);
        match key {
            ErrorKey::Unauthorized | ErrorKey::InvalidApiKey => Self::sign_in(),
            ErrorKey::TitleNotFound => missing("problem-no-title"),
            ErrorKey::PeriodicalNotFound => missing("problem-no-periodical"),
            ErrorKey::EditionNotFound => missing("problem-no-edition"),
            ErrorKey::ListNotFound | ErrorKey::PopularListNotFound => missing("problem-no-list"),
            ErrorKey::UserNotFound => missing("problem-no-user"),
            ErrorKey::NotFound => Self::not_found(),
            ErrorKey::LinkExpired => missing("problem-link-expired"),
            ErrorKey::ResourceNotFound => missing("problem-no-file"),
            ErrorKey::FormatNotAvailable | ErrorKey::InvalidFormat => missing("problem-no-format"),
            ErrorKey::TooManyRequests => Self::too_many(30),
            ErrorKey::TooManyDownloads => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "wait-heading", "problem-too-many-downloads")
                    .retry(30)
            }
            ErrorKey::Forbidden | ErrorKey::OperationNotAllowed => forbidden("problem-not-allowed-text"),
            ErrorKey::NotSponsor => forbidden("problem-sponsors"),
            ErrorKey::ForUserRequired => forbidden("reason-for-user-required"),
            ErrorKey::PackagingFailed => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "problem-failed", "problem-failed-text")
            }
            ErrorKey::InternalError => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "trouble-heading", "trouble-text")
            }
            _ => Self::bad("problem-refused-text").more([Sentence::Plain(text.into())]),
        }
    }
}

/// The answer without words: the layer [`dress`](crate::authentication::dress) puts the document in its place.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The codes that say why a title is closed.
pub(crate) fn reasons(alerts: &[Alert]) -> Vec<AlertCode> {
    let closes = |code: &AlertCode| {
        code.level() == AlertLevel::Error
            || matches!(code, AlertCode::FormatsPending | AlertCode::ForUserRequired)
    };
    alerts.iter().map(|alert| alert.code).filter(closes).collect()
}
