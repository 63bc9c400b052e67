//! State shared by the handlers.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use domain::ids::TitleId;
use services::{ClientCache, Library};
use transport::{Guests, Limits};

use crate::answers::Answers;
use crate::http::links::BaseUrl;
use crate::http::roles::SignedIn;

/// The operator's configuration (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public URL of the API without a trailing slash: every link begins with it.
    pub base_url: String,
    /// Requests per minute per key and user or address; 0 for no limit.
    pub requests_per_minute: u32,
    /// Takes the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// The turns of guests.
    pub guests: Guests,
    /// Memory for cached responses about titles, bytes; 0 for none.
    pub answers: u64,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Api(Arc<Shared>);

/// Contents of [`Api`].
pub struct Shared {
    /// The library, with all its operations.
    pub library: Library,
    /// Settings of the interface.
    pub settings: Settings,
    /// Rate limits.
    pub limits: Limits,
    /// Client applications by key, kept for seconds.
    pub clients: ClientCache,
    /// Cached responses about titles.
    pub answers: Answers,
    /// Signs cursors.
    pub cursor_key: [u8; 32],
}

impl Api {
    /// The state of one server.
    pub fn new(library: Library, settings: Settings, cursor_key: [u8; 32]) -> Self {
        let limits = Limits::per_minute(settings.requests_per_minute);
        let clients = library.clients();
        let answers = Answers::new(settings.answers);
        Self(Arc::new(Shared { library, settings, limits, clients, answers, cursor_key }))
    }

    /// The context of this user's operations.
    pub fn services<'a>(&'a self, user: &'a SignedIn) -> services::Context<'a> {
        self.library.context(user)
    }

    /// The absolute URL of a path of [`routes`](crate::routes).
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.settings.base_url)
    }

    /// The absolute URL of a title.
    pub fn title_url(&self, id: TitleId) -> String {
        self.url(&crate::routes::title(id))
    }
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Api").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl FromRef<Api> for BaseUrl {
    fn from_ref(api: &Api) -> Self {
        Self(api.settings.base_url.clone())
    }
}

impl Deref for Api {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
