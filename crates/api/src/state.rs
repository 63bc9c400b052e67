//! What the handlers share.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use domain::ids::TitleId;
use services::{ClientCache, Library};
use transport::Limits;

use crate::answers::Answers;
use crate::http::links::BaseUrl;
use crate::http::roles::SignedIn;

/// What an operator can set (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public address of the interface without a slash at the end: every link begins with it.
    pub base_url: String,
    /// Requests a minute per key and user or address; 0 is no limit.
    pub requests_per_minute: u32,
    /// Take the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// Memory for written answers about titles, bytes; 0 keeps none.
    pub answers: u64,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Api(Arc<Shared>);

/// What [`Api`] holds.
pub struct Shared {
    /// The library, with everything that can be done with it.
    pub library: Library,
    /// Settings of the interface.
    pub settings: Settings,
    /// Rate limits.
    pub limits: Limits,
    /// Client applications by key, kept for seconds.
    pub clients: ClientCache,
    /// Written answers about titles.
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

    /// What an operation of this user works with.
    pub fn services<'a>(&'a self, user: &'a SignedIn) -> services::Context<'a> {
        self.library.context(user)
    }

    /// An absolute address from a path of [`routes`](crate::routes).
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.settings.base_url)
    }

    /// The absolute address of a title.
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
