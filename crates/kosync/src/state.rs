//! State shared by the handlers.

use std::sync::Arc;

use services::Library;
use transport::RequestLimits;

/// The operator's configuration (docs/configuration.md).
#[derive(Debug, Clone, Copy)]
pub struct KosyncSettings {
    /// Requests per minute per account; 0 for no limit.
    pub requests_per_minute: u32,
    /// Takes the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
}

/// The shared state; cloning is cheap.
#[derive(Debug, Clone)]
pub struct Kosync {
    pub(crate) library: Library,
    pub(crate) settings: KosyncSettings,
    /// Counts requests; the server periodically forgets callers without recent requests.
    pub limits: Arc<RequestLimits>,
}

impl Kosync {
    pub fn new(library: Library, settings: KosyncSettings) -> Self {
        let limits = Arc::new(RequestLimits::per_minute(settings.requests_per_minute));
        Self { library, settings, limits }
    }
}
