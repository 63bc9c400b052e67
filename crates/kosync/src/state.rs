//! What the handlers share.

use std::sync::Arc;

use services::Library;
use transport::Limits;

/// What an operator can set (docs/configuration.md).
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Requests a minute per account; 0 is no limit.
    pub requests_per_minute: u32,
    /// Take the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
}

/// The shared state; cloning is cheap.
#[derive(Debug, Clone)]
pub struct Kosync {
    pub(crate) library: Library,
    pub(crate) settings: Settings,
    /// Counts requests; the server makes it forget quiet callers.
    pub limits: Arc<Limits>,
}

impl Kosync {
    /// The state of one server.
    pub fn new(library: Library, settings: Settings) -> Self {
        let limits = Arc::new(Limits::per_minute(settings.requests_per_minute));
        Self { library, settings, limits }
    }
}
