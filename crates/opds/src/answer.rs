//! Writes a handler's result in the version of OPDS that the visitor asked for.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use layout::Language;

use crate::base::OpdsVersion;
use crate::{Feed, Publication, Result, Visitor, atom, json, language, media_types};

impl Visitor {
    pub(crate) fn feed_response(&self, feed: &Feed) -> Result {
        let (document, media_type) = match self.version {
            OpdsVersion::One => (atom::feed_document(self, feed)?, feed.content.atom_type()),
            OpdsVersion::Two => (json::feed_document(self, feed)?, media_types::FEED),
        };
        Ok(localized_response(document, media_type, self.language))
    }

    pub(crate) fn publication_response(&self, publication: &Publication) -> Result {
        let (document, media_type) = match self.version {
            OpdsVersion::One => (atom::entry_document(self, publication)?, media_types::ENTRY),
            OpdsVersion::Two => (json::publication_document(self, publication)?, media_types::PUBLICATION),
        };
        Ok(localized_response(document, media_type, self.language))
    }
}

pub(crate) fn localized_response(
    document: impl Into<Body>,
    media_type: &'static str,
    language: Language,
) -> Response {
    let mut response = document_response(document, media_type);
    language::set_headers(response.headers_mut(), language);
    response
}

/// A document without text of the catalog. It depends on the caller and on the types that the app accepts,
/// and may change at any time.
pub(crate) fn document_response(document: impl Into<Body>, media_type: &'static str) -> Response {
    let mut response = Response::new(document.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept, Authorization"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
