//! What every handler here is given.

use std::sync::Arc;

use jiff::Timestamp;
use oauth::Lifetimes;
use rand::rngs::StdRng;
use services::Library;
use store::Db;

use passwords::Passwords;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// A source of randomness: makes a generator for one request.
pub type Entropy = Arc<dyn Fn() -> StdRng + Send + Sync>;

/// Shared by all handlers; cheap to clone.
#[derive(Clone)]
pub struct WebState {
    /// The database.
    pub db: Db,
    /// What people do who are signed in to the pages.
    pub library: Library,
    /// What the operator chose.
    pub settings: Arc<WebSettings>,
    /// The time.
    pub clock: Clock,
    /// Randomness for codes, tokens and forms.
    pub entropy: Entropy,
    /// The name that pages bear: the main site's, unless a page belongs to another.
    pub site_name: Arc<str>,
    /// The only place where passwords are hashed, shared with whatever else hashes them.
    pub passwords: Passwords,
}

/// What the operator chose.
#[derive(Clone)]
pub struct WebSettings {
    /// The token server's address as apps see it, absolute, without a slash at its end: the issuer. Over
    /// `https` the cookie of the sign-in pages is a secure one.
    pub auth_url: String,
    /// The resource API's address, likewise.
    pub base_url: String,
    /// Of codes and tokens.
    pub lifetimes: Lifetimes,
    /// Whether keys without a secret must use PKCE.
    pub pkce_required: bool,
    /// Take the peer's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// Whether letters leave: without mail nobody is promised one.
    pub sends_mail: bool,
    /// Seals the forms; the same on every node (`store::secrets`).
    pub form_key: [u8; 32],
    /// The description of the API, for `/docs`.
    pub openapi: Arc<serde_json::Value>,
}

impl WebState {
    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// A generator for one request.
    pub(crate) fn rng(&self) -> StdRng {
        (self.entropy)()
    }
}
