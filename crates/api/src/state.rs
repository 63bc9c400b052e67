//! What the handlers share.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use delivery::Delivery;
use delivery::drive::Connector;
use domain::documents::Allowance;
use domain::ids::TitleId;
use jiff::Timestamp;
use passwords::Passwords;
use rand::rngs::StdRng;
use search::Index;
use store::Db;

use crate::answers::Answers;
use crate::clients::ClientCache;
use crate::http::caller::Caller;
use crate::http::errors::Result;
use crate::http::limits::Limits;
use crate::http::links::BaseUrl;
use crate::http::roles::SignedIn;
use crate::http::upload::Turns;
use crate::http::values::NewPassword;
use crate::partner::Partner;

pub use jobs::{Clock, Seed};

/// What an operator can set (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public address of the interface without a slash at the end: every link begins with it.
    pub base_url: String,
    /// Requests a minute per key and user or address; 0 is no limit.
    pub requests_per_minute: u32,
    /// Packagings in progress per caller before `TOO_MANY_DOWNLOADS` (spec 4, 4.1 point 1).
    pub concurrent_downloads: u32,
    /// Take the client's address from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// Memory for written answers about titles, bytes; 0 keeps none.
    pub answers: u64,
    /// What a user may keep of own documents.
    pub documents: Allowance,
    /// The partner's drive, when there is one.
    pub drive: Option<Connector>,
}

/// The shared state; cloning is cheap.
#[derive(Clone)]
pub struct Api(Arc<Shared>);

/// What [`Api`] holds.
pub struct Shared {
    /// The database.
    pub db: Db,
    /// The search index.
    pub index: Index,
    /// Files, packages and tickets.
    pub delivery: Delivery,
    /// Settings.
    pub settings: Settings,
    /// Rate limits.
    pub limits: Limits,
    /// Bounds the files that are being taken in.
    pub turns: Arc<Turns>,
    /// Client applications by key, kept for seconds.
    pub clients: ClientCache,
    /// Written answers about titles.
    pub answers: Answers,
    /// Signs cursors.
    pub cursor_key: [u8; 32],
    /// Whose identity tokens are taken at sign-up.
    pub partner: Option<Partner>,
    /// Hashes passwords.
    pub passwords: Passwords,
    clock: Clock,
    seed: Seed,
}

impl Api {
    /// The state of one server.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is another part of the program, named once, where it is put together"
    )]
    pub fn new(
        db: Db,
        index: Index,
        delivery: Delivery,
        settings: Settings,
        cursor_key: [u8; 32],
        partner: Option<Partner>,
        passwords: Passwords,
        clock: Clock,
        seed: Seed,
    ) -> Self {
        let limits = Limits::per_minute(settings.requests_per_minute);
        let clients = ClientCache::default();
        let answers = Answers::new(settings.answers);
        Self(Arc::new(Shared {
            db,
            index,
            delivery,
            settings,
            limits,
            turns: Arc::default(),
            clients,
            answers,
            cursor_key,
            partner,
            passwords,
            clock,
            seed,
        }))
    }

    /// The present moment.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// A random generator for one request.
    pub fn rng(&self) -> StdRng {
        (self.seed)()
    }

    /// The hash of a new password; `TOO_MANY_REQUESTS` when too many are being hashed.
    pub async fn hash_password(&self, password: &str) -> Result<String> {
        Ok(self.passwords.hash(password, &mut self.rng()).await?)
    }

    /// The same for a password that need not be sent.
    pub async fn hash_if_sent(&self, password: Option<&NewPassword>) -> Result<Option<String>> {
        match password {
            Some(password) => Ok(Some(self.hash_password(&password.0).await?)),
            None => Ok(None),
        }
    }

    /// What an operation of this user works with.
    pub fn services<'a>(&'a self, user: &'a SignedIn) -> services::Context<'a> {
        services::Context {
            db: &self.db,
            passwords: self.passwords.clone(),
            actor: user.actor(),
            now: user.now(),
            rng: self.rng(),
        }
    }

    /// The same for somebody who need not have signed in. `endpoint`: method and path, as the description writes them.
    pub fn guest_services<'a>(&'a self, caller: &'a Caller, endpoint: &'a str) -> services::Context<'a> {
        services::Context {
            db: &self.db,
            passwords: self.passwords.clone(),
            actor: services::Actor::Guest { client: &caller.client.id, endpoint },
            now: caller.now,
            rng: self.rng(),
        }
    }

    /// What background work is given, for the few requests that do it in place.
    pub fn context(&self) -> jobs::Context {
        jobs::Context::new(self.db.clone(), self.delivery.clone(), self.clock.clone(), self.seed.clone())
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
