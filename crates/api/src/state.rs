//! State shared by the handlers.

use std::sync::Arc;

use domain::TitleId;
use services::{ClientCache, Library};
use transport::{Guests, RequestLimits};

use crate::response_cache::ResponseCache;

/// The operator's configuration (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// Public URL of the API without a trailing slash: every link begins with it.
    pub base_url: String,
    /// Requests per minute per key and user or address; 0 for no limit.
    pub requests_per_minute: u32,
    /// Takes the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    pub guests: Guests,
    /// Memory for cached responses about titles, bytes; 0 for none.
    pub response_cache_bytes: u64,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Api {
    pub library: Library,
    pub settings: Arc<ApiSettings>,
    pub limits: Arc<RequestLimits>,
    /// Client applications by key, kept for seconds.
    pub clients: Arc<ClientCache>,
    /// Cached responses about titles.
    pub responses: Arc<ResponseCache>,
    /// Signs cursors.
    pub cursor_key: [u8; 32],
}

impl Api {
    pub fn new(library: Library, settings: ApiSettings, cursor_key: [u8; 32]) -> Self {
        let limits = Arc::new(RequestLimits::per_minute(settings.requests_per_minute));
        let clients = Arc::new(library.new_client_cache());
        let responses = Arc::new(ResponseCache::new(settings.response_cache_bytes));
        Self { library, settings: Arc::new(settings), limits, clients, responses, cursor_key }
    }

    /// The absolute URL of a path of [`routes`](crate::routes).
    pub fn absolute_url(&self, path: &str) -> String {
        format!("{}{path}", self.settings.base_url)
    }

    pub fn title_url(&self, id: TitleId) -> String {
        self.absolute_url(&crate::routes::title_path(id))
    }
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Api").field("settings", &self.settings).finish_non_exhaustive()
    }
}
