//! The shared state of the handlers.

use std::sync::Arc;

use layout::Messages;
use services::Library;
use transport::{Guests, RequestLimits};

use crate::texts;

/// Settings of the operator (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public address of the server without a slash at the end: every link begins with it.
    pub base_url: String,
    /// Requests a minute per user or address; 0 means no limit.
    pub requests_per_minute: u32,
    /// Take the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    pub guests: Guests,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Opds {
    pub(crate) library: Library,
    pub(crate) settings: Arc<Settings>,
    pub(crate) messages: &'static Messages,
    /// Counts requests; the server makes it forget quiet callers.
    pub limits: Arc<RequestLimits>,
}

impl Opds {
    pub fn new(library: Library, settings: Settings) -> Self {
        let limits = Arc::new(RequestLimits::per_minute(settings.requests_per_minute));
        Self { library, settings: Arc::new(settings), messages: texts::shared_messages(), limits }
    }
}
