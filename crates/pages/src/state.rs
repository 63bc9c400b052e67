//! The shared state of the handlers.

use std::sync::{Arc, Mutex};

use axum::http::HeaderMap;
use layout::cookies::cookie_value;
use layout::{Messages, session};
use services::{Library, sessions};
use transport::{Guests, RequestLimits};

use crate::category_memory::CategoryMemory;
use crate::guest_pages::GuestPages;
use crate::texts;

/// Settings of the operator (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public address of the server without a slash at the end. Cookies are secure if it begins with `https`.
    pub base_url: String,
    /// Makes the tokens of forms; the same on every node.
    pub form_key: [u8; 32],
    /// Requests a minute per user or address; 0 means no limit.
    pub requests_per_minute: u32,
    /// Take the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// Email address of those whom readers ask about books that they do not find. `None` if there is none.
    pub contact: Option<String>,
    /// True if emails are sent: without mail, pages do not offer one.
    pub sends_mail: bool,
    /// The currency of prices, ISO 4217. `None` if prices are plain numbers.
    pub currency: Option<String>,
    pub guests: Guests,
    /// Memory for pages as guests see them, bytes; 0 for none.
    pub guest_pages: u64,
    /// True in the sandbox, which shows the parts of pages at `/design`.
    pub sandbox: bool,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Pages {
    pub(crate) library: Library,
    pub(crate) settings: Arc<Settings>,
    pub(crate) messages: Arc<Messages>,
    /// The language of the categories as pages last showed them.
    pub(crate) category_names: Arc<Mutex<Arc<CategoryMemory>>>,
    /// Pages as guests see them.
    pub(crate) guest_cache: Arc<GuestPages>,
    /// Counts requests; the server makes it forget quiet callers.
    pub limits: Arc<RequestLimits>,
}

impl Pages {
    pub fn new(library: Library, settings: Settings) -> Self {
        let limits = Arc::new(RequestLimits::per_minute(settings.requests_per_minute));
        let guest_cache = Arc::new(GuestPages::new(settings.guest_pages));
        Self {
            library,
            settings: Arc::new(settings),
            guest_cache,
            messages: Arc::new(texts::load_messages()),
            category_names: Arc::default(),
            limits,
        }
    }

    pub fn guests(&self) -> &Guests {
        &self.settings.guests
    }

    /// Returns true if the client's address is taken from `X-Forwarded-For`.
    pub fn trusts_forwarded_for(&self) -> bool {
        self.settings.trust_forwarded_for
    }

    /// Returns true if the browser that sent these headers is signed in.
    pub async fn is_signed_in(&self, headers: &HeaderMap) -> bool {
        let Some(value) = cookie_value(headers, session::cookie_name(self.uses_https())) else {
            return false;
        };
        matches!(sessions::resume(&self.library, value).await, Ok(Some(_)))
    }

    /// Returns true if cookies may be sent over HTTPS only.
    pub(crate) fn uses_https(&self) -> bool {
        self.settings.base_url.starts_with("https://")
    }
}
