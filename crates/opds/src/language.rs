//! The language of responses: that of the account, or else the one that the app prefers.

use std::sync::{Arc, OnceLock};

use axum::http::{HeaderMap, HeaderValue, header};
use layout::{Language, languages};
use services::Operation;

/// Headers on which responses with text depend. Feeds also depend on the version that the app accepts.
const VARY_BY_LANGUAGE: &str = "Accept, Accept-Language, Authorization";

pub(crate) fn choose_for_caller(op: &Operation, headers: &HeaderMap) -> Language {
    let chosen = op.signed_in_account().and_then(|account| account.language.as_deref());
    languages::choose_language(chosen, headers)
}

/// Sets the headers of a response's language, so that no cache sends it to a visitor who reads another.
pub(crate) fn set_headers(headers: &mut HeaderMap, language: Language) {
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.insert(header::VARY, HeaderValue::from_static(VARY_BY_LANGUAGE));
}

/// The language of a request's visitor once the visitor is identified. All problems of the request are
/// written in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct VisitorLanguage(Arc<OnceLock<Language>>);

impl VisitorLanguage {
    pub(crate) fn set(&self, language: Language) {
        self.0.get_or_init(|| language);
    }

    /// The visitor's language. `None` if the visitor was not identified.
    pub(crate) fn get(&self) -> Option<Language> {
        self.0.get().copied()
    }
}
