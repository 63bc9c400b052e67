//! Writes a handler's result in the version of OPDS that the visitor asked for.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use layout::Language;

use crate::base::Version;
use crate::feed::{Content, Feed};
use crate::problem::Result;
use crate::publication::Publication;
use crate::visitor::Visitor;
use crate::{atom, json, language, media_types};

impl Visitor {
    /// Responds with a feed.
    pub(crate) fn feed(&self, feed: &Feed) -> Result<Response> {
        let acquisition = matches!(feed.content, Content::Publications { .. });
        let (document, media_type) = match self.version {
            Version::One if acquisition => (atom::feed(self, feed)?, media_types::ACQUISITION),
            Version::One => (atom::feed(self, feed)?, media_types::NAVIGATION),
            Version::Two => (json::feed(self, feed)?, media_types::FEED),
        };
        Ok(worded(document, media_type, self.language))
    }

    /// Responds with one publication.
    pub(crate) fn publication(&self, publication: &Publication) -> Result<Response> {
        let (document, media_type) = match self.version {
            Version::One => (atom::entry(self, publication)?, media_types::ENTRY),
            Version::Two => (json::publication(self, publication)?, media_types::PUBLICATION),
        };
        Ok(worded(document, media_type, self.language))
    }
}

/// A document with words in a language.
pub(crate) fn worded(document: impl Into<Body>, media_type: &'static str, language: Language) -> Response {
    let mut response = written(document, media_type);
    language::note(response.headers_mut(), language);
    response
}

/// A document without words of the catalog. It depends on the caller and on what the app accepts, and may
/// change at any time.
pub(crate) fn written(document: impl Into<Body>, media_type: &'static str) -> Response {
    let mut response = Response::new(document.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept, Authorization"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
