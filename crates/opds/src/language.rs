//! The language of responses: that of the account, or else the one that the app prefers.

use std::sync::{Arc, OnceLock};

use axum::http::{HeaderMap, HeaderValue, header};
use layout::Language;
use services::Caller;

/// What responses with words depend on. Feeds depend on the version that the app accepts, too.
const VARY: &str = "Accept, Accept-Language, Authorization";

/// The language of a visitor.
pub(crate) fn of(caller: &Caller, headers: &HeaderMap) -> Language {
    let chosen = caller.reader.as_ref().and_then(|reader| reader.account.language.as_deref());
    Language::for_reader(chosen, headers)
}

/// Sets the headers of a response's language, so that no cache sends it to a visitor who reads another.
pub(crate) fn note(headers: &mut HeaderMap, language: Language) {
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.insert(header::VARY, HeaderValue::from_static(VARY));
}

/// The language of a request's visitor, once the visitor is known. Problems are
/// written in it, wherever they occur.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spoken(Arc<OnceLock<Language>>);

impl Spoken {
    /// Notes the visitor's language.
    pub(crate) fn set(&self, language: Language) {
        self.0.get_or_init(|| language);
    }

    /// The visitor's language. `None` if it is not known who it is.
    pub(crate) fn get(&self) -> Option<Language> {
        self.0.get().copied()
    }
}
