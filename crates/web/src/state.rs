//! State shared by the handlers.

use std::sync::Arc;

use jiff::Timestamp;
use oauth::Lifetimes;
use rand::rngs::StdRng;
use services::{Library, Operation};
use transport::Guests;

use crate::Page;

/// Shared by all handlers; cheap to clone.
#[derive(Clone)]
pub struct WebState {
    pub library: Library,
    pub settings: Arc<WebSettings>,
    /// The page frame: the main site's name, unless a page belongs to another site, and the language of its
    /// reader.
    pub page: Page,
}

#[derive(Clone)]
pub struct WebSettings {
    /// The token server's URL as apps see it, absolute, without a trailing slash: the issuer. Over `https`
    /// the cookie of the sign-in pages is secure.
    pub auth_url: String,
    /// The resource API's URL, likewise.
    pub base_url: String,
    /// Lifetimes of codes and tokens.
    pub lifetimes: Lifetimes,
    /// True if clients without a secret must use PKCE.
    pub pkce_required: bool,
    /// Takes the peer's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// True if emails are sent: without mail, pages do not offer one.
    pub sends_mail: bool,
    /// Signs the forms; the same on every node (`store::secrets`).
    pub form_key: [u8; 32],
    /// The turns of guests, which the pages for readers also take.
    pub guests: Guests,
    /// Builds the API's OpenAPI document for `/docs`, only when it is requested, because that takes a
    /// while.
    pub openapi: fn() -> serde_json::Value,
}

impl WebState {
    /// An operation of a visitor who is not identified yet, or holds the key of an email.
    pub(crate) fn operation(&self) -> Operation {
        Operation::by_anybody(&self.library)
    }
    pub(crate) fn current_time(&self) -> Timestamp {
        self.library.current_time()
    }

    /// A generator for one request.
    pub(crate) fn new_rng(&self) -> StdRng {
        self.library.request_rng()
    }
}
