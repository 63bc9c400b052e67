//! Errors: problem details (RFC 9457) in words for people, and the authentication document where signing in
//! is what helps. Internal detail is logged here and never sent.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::access::{AdultContentBar, Alert, AlertCode, AlertLevel};
use domain::quotas::NextBook;
use jiff::Timestamp;
use layout::reasons::message_id_for;
use layout::{Wording, languages};
use serde_json::{Value, json};
use services::{Error, ErrorKey, Fault};
use transport::guests::RETRY_SECONDS;

use crate::sentence::Sentence;
use crate::{language, media_types, texts};

/// Time after which to search again while the search index is being filled, in seconds.
const FILLING_RETRY_SECONDS: u64 = 5;

pub(crate) type Result<T = Response, E = Problem> = std::result::Result<T, E>;

/// An error of a response, in the language that the visitor reads ([`to_response`](Self::to_response)).
#[derive(Debug)]
pub(crate) struct Problem {
    kind: &'static str,
    status: StatusCode,
    title: &'static str,
    detail: Vec<Sentence>,
    retry_after: Option<u64>,
}

impl Problem {
    fn new(status: StatusCode, title: &'static str, detail: impl Into<Sentence>) -> Self {
        Self { kind: "about:blank", status, title, detail: vec![detail.into()], retry_after: None }
    }

    /// The request needs a user, or its proof of a user is wrong.
    pub(crate) fn sign_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "problem-not-allowed", "sign-in-text")
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "problem-not-found", "problem-not-found-text")
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "problem-method", "problem-method-text")
    }

    /// A value of a query that is not allowed.
    pub(crate) fn bad_request(detail: impl Into<Sentence>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "problem-not-understood", detail)
    }

    /// Too many requests: when to retry, in seconds.
    pub(crate) fn too_many(seconds: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "wait-heading", "problem-too-many-text")
            .with_details([Sentence::with_count("wait-text", seconds)])
            .with_retry_after(seconds)
    }

    pub(crate) fn from_sign_in_error(error: Error) -> Self {
        match error {
            Error::Wait { seconds, .. } => {
                let detail = vec!["problem-too-many-failures".into()];
                let wait = Sentence::with_count("wait-text", seconds);
                Self { detail, ..Self::too_many(seconds) }.with_details([wait])
            }
            error => error.into(),
        }
    }

    /// A service that the server needs cannot be reached.
    pub(crate) fn unavailable() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable-heading", "unavailable-text")
            .with_retry_after(5)
    }

    /// The search index is being filled for the first time.
    pub(crate) fn index_filling() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "filling-heading", "filling-text")
            .with_details([Sentence::with_count("wait-text", FILLING_RETRY_SECONDS)])
            .with_retry_after(FILLING_RETRY_SECONDS)
    }

    /// More guests request feeds than the library serves next to its readers.
    pub(crate) fn guests_busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy-heading", "busy-text")
            .with_retry_after(RETRY_SECONDS)
    }

    pub(crate) fn in_preparation(seconds: u64) -> Self {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Self::new(status, "problem-not-ready", "problem-not-ready-text").with_retry_after(seconds)
    }

    /// The reasons why a visitor cannot get a publication, and why adult content is closed, if that is
    /// known.
    pub(crate) fn access_denied(reasons: &[AlertCode], adult: Option<AdultContentBar>) -> Self {
        let reasons = if reasons.is_empty() { &[AlertCode::FormatsPending] } else { reasons };
        let said = |code: &AlertCode| Sentence::Message(message_id_for(*code, adult).into(), Vec::new());
        let detail = reasons.iter().map(said).collect();
        Self { detail, ..Self::new(StatusCode::FORBIDDEN, "problem-closed", "problem-not-allowed-text") }
    }

    /// Adds the time from which the visitor can get it, if that is known.
    pub(crate) fn with_next(self, next: Option<Timestamp>) -> Self {
        self.with_details(next.map(|at| Sentence::Next(NextBook::From(at))))
    }

    /// A position that cannot be read or stored: the message that explains why.
    pub(crate) fn bad_progression(why: &'static str) -> Self {
        let kind = "https://registry.opds.io/error#progression-invalid-payload";
        Self { kind, ..Self::bad_request("place-not-kept").with_details([why.into()]) }
    }

    /// The library stores a newer position.
    pub(crate) fn outdated_progression() -> Self {
        let kind = "https://registry.opds.io/error#progression-date";
        let problem = Self::new(StatusCode::CONFLICT, "problem-newer-place", "problem-newer-place-text");
        Self { kind, ..problem }
    }

    /// The address is longer, or asks for more, than any that links lead to.
    pub(crate) fn long_address() -> Self {
        Self::new(StatusCode::URI_TOO_LONG, "long-address-heading", "long-address-text")
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-too-large", "problem-too-large-text")
    }

    fn with_details(mut self, sentences: impl IntoIterator<Item = Sentence>) -> Self {
        self.detail.extend(sentences);
        self
    }

    fn with_retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Returns true if the authentication document replaces this problem.
    pub(crate) fn asks_to_sign_in(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }

    fn to_json(&self, words: Wording<'_>) -> Value {
        let detail: Vec<String> = self.detail.iter().map(|sentence| sentence.format(words)).collect();
        json!({
            "type": self.kind,
            "title": words.text(self.title),
            "status": self.status.as_u16(),
            "detail": detail.join(" "),
        })
    }

    pub(crate) fn to_response(&self, words: Wording<'_>) -> Response {
        let mut response = (self.status, Json(self.to_json(words))).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_types::PROBLEM));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.retry_after.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds))));
        language::set_headers(headers, words.language);
        response
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        if matches!(error, Error::IndexFilling) {
            return Self::index_filling();
        }
        if error.is_unavailable() {
            tracing::warn!(%error, "something that the server needs cannot be reached");
            return Self::unavailable();
        }
        if let Some(seconds) = error.retry_seconds() {
            return Self::too_many(seconds);
        }
        match error {
            Error::SignIn(_) | Error::Token { .. } | Error::Credentials => Self::sign_in(),
            Error::Denied { code, next_books: more } => {
                Self::access_denied(&[code], None).with_details(more.map(Sentence::Next))
            }
            Error::Refused(key) => Self::from_key(key),
            Error::Explained(key, text) => {
                tracing::debug!(%text, "a request was refused");
                Self::from_key(key)
            }
            Error::Invalid(faults) => {
                tracing::debug!(?faults, "a request was refused");
                let faults = faults.iter().filter_map(fault_sentence);
                Self::bad_request("problem-refused-text").with_details(faults)
            }
            error => {
                tracing::error!(%error, "a request failed");
                Self::from_key(ErrorKey::InternalError)
            }
        }
    }
}

impl Problem {
    /// The problem of a key, in words of the message files: the key's own sentence is English.
    fn from_key(key: ErrorKey) -> Self {
        let missing = |detail| Self::new(StatusCode::NOT_FOUND, "problem-not-found", detail);
        let forbidden = |detail| Self::new(StatusCode::FORBIDDEN, "problem-not-allowed", detail);
        match key {
            ErrorKey::Unauthorized | ErrorKey::InvalidApiKey => Self::sign_in(),
            ErrorKey::TitleNotFound => missing("problem-no-title"),
            ErrorKey::PeriodicalNotFound => missing("problem-no-periodical"),
            ErrorKey::EditionNotFound => missing("problem-no-edition"),
            ErrorKey::ListNotFound | ErrorKey::PopularListNotFound => missing("problem-no-list"),
            ErrorKey::UserNotFound => missing("problem-no-user"),
            ErrorKey::NotFound | ErrorKey::RecordNotFound => Self::not_found(),
            ErrorKey::LinkExpired => missing("problem-link-expired"),
            ErrorKey::ResourceNotFound => missing("problem-no-file"),
            ErrorKey::FormatNotAvailable | ErrorKey::InvalidFormat => missing("problem-no-format"),
            ErrorKey::TooManyRequests => Self::too_many(30),
            ErrorKey::TooManyDownloads => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "wait-heading", "problem-too-many-downloads")
                    .with_retry_after(30)
            }
            ErrorKey::Forbidden | ErrorKey::OperationNotAllowed | ErrorKey::ClientNotAllowed => {
                forbidden("problem-not-allowed-text")
            }
            ErrorKey::TitleCannotBeListed => forbidden("reason-title-not-live"),
            ErrorKey::InvalidLanguage => Self::bad_request("problem-language"),
            ErrorKey::FileTooLarge => Self::too_large(),
            ErrorKey::Unavailable => Self::unavailable(),
            ErrorKey::NotSponsor => forbidden("problem-sponsors"),
            ErrorKey::ForUserRequired => forbidden("reason-for-user-required"),
            ErrorKey::PackagingFailed => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "problem-failed", "problem-failed-text")
            }
            ErrorKey::InternalError => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "trouble-heading", "trouble-text")
            }
            _ => Self::bad_request("problem-refused-text"),
        }
    }
}

/// The sentence about a fault of a field, by the key of the fault: its reason is English. `None` if the fault
/// concerns no field alone.
fn fault_sentence(fault: &Fault) -> Option<Sentence> {
    let field = fault.field?.words().into_owned();
    let id = match fault.key {
        ErrorKey::MissingParameter => "problem-field-missing",
        ErrorKey::InvalidDate => "problem-field-date",
        _ => "problem-field",
    };
    Some(Sentence::with_texts(id, [("field", field)]))
}

/// The response without words. [`localize_problems`](crate::authentication::localize_problems) replaces it
/// by the document.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The response to a request that fails because a service that the server needs cannot be reached.
pub fn unavailable_response(headers: &HeaderMap) -> Response {
    Problem::unavailable().to_response(Wording {
        messages: texts::shared_messages(),
        language: languages::accepted_language(headers),
    })
}

/// The codes that explain why a title is closed.
pub(crate) fn closing_codes(alerts: &[Alert]) -> Vec<AlertCode> {
    let closes = |code: &AlertCode| {
        code.level() == AlertLevel::Error
            || matches!(code, AlertCode::FormatsPending | AlertCode::ForUserRequired)
    };
    alerts.iter().map(|alert| alert.code).filter(closes).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::wire::WireEnum as _;
    use layout::Language;
    use services::Field;

    use super::*;

    fn all_problems() -> Vec<Problem> {
        let own = [
            Problem::sign_in(),
            Problem::not_found(),
            Problem::method_not_allowed(),
            Problem::bad_request("problem-address"),
            Problem::too_many(1),
            Problem::from_sign_in_error(Error::Wait { reason: "English words".into(), seconds: 1 }),
            Problem::in_preparation(15),
            Problem::access_denied(&[], None),
            Problem::bad_progression("place-json"),
            Problem::outdated_progression(),
            Problem::too_large(),
            Problem::long_address(),
            Problem::index_filling(),
        ];
        let refused = |key: &ErrorKey| {
            [
                Error::Refused(*key),
                Error::Explained(*key, "English words".into()),
                Error::Invalid(vec![Fault::new(*key, Field::Speed, "English words")]),
                Error::Invalid(vec![Fault::of_request(*key, "English words")]),
            ]
        };
        let denied = |code: &AlertCode| {
            [None, Some(NextBook::Subscription)].map(|more| Error::Denied { code: *code, next_books: more })
        };
        let wait = Error::Wait { reason: "English words".into(), seconds: 9 };
        let errors = ErrorKey::ALL.iter().flat_map(refused).chain(AlertCode::ALL.iter().flat_map(denied));
        own.into_iter().chain(errors.chain([wait]).map(Problem::from)).collect()
    }

    #[test]
    fn every_problem_is_in_the_language_that_it_states() {
        let messages = crate::texts::load_messages();
        for problem in all_problems() {
            let mut said = [BTreeSet::new(), BTreeSet::new()];
            for language in Language::ALL {
                let words = Wording { messages: &messages, language };
                let stated = problem.to_response(words).headers()[header::CONTENT_LANGUAGE].clone();
                assert_eq!(stated, language.tag());
                let document = problem.to_json(words);
                for (said, member) in said.iter_mut().zip(["title", "detail"]) {
                    let text = document[member].as_str().unwrap();
                    assert!(!text.is_empty() && !text.contains("English words"), "{document}");
                    said.insert(text.to_owned());
                }
            }
            let each = Language::ALL.len();
            assert!(said.iter().all(|said| said.len() == each), "not in every language: {problem:?}");
        }
    }
}
