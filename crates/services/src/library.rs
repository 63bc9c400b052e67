//! What operations work with.

use std::ops::Deref;
use std::sync::Arc;

use delivery::Delivery;
use delivery::drive::Connector;
use domain::documents::Allowance;
use jiff::Timestamp;
use jobs::{Clock, Seed};
use passwords::Passwords;
use rand::rngs::StdRng;
use search::Index;
use store::Db;

use crate::clients::ClientCache;
use crate::context::Context;
use crate::error::Result;
use crate::partner::Partner;
use crate::roles::SignedIn;
use crate::uploads::Turns;
use crate::values::NewPassword;
use crate::{Actor, Caller};

/// What an operator can set of the operations (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Packagings in progress per caller before `TOO_MANY_DOWNLOADS` (spec 4, 4.1 point 1).
    pub concurrent_downloads: u32,
    /// What a user may keep of own documents.
    pub documents: Allowance,
    /// The partner's drive. `None` if the library has no partner.
    pub drive: Option<Connector>,
}

/// The library as every way in sees it: operations take it first. Cloning is cheap.
#[derive(Clone)]
pub struct Library(Arc<Shared>);

/// What all clones of a [`Library`] share.
struct Shared {
    parts: Parts,
    turns: Arc<Turns>,
}

/// The parts of a [`Library`].
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The search index.
    pub index: Index,
    /// Files, packages and tickets.
    pub delivery: Delivery,
    /// Settings.
    pub settings: Settings,
    /// Whose identity tokens are accepted at sign-up. `None` if the library has no partner.
    pub partner: Option<Partner>,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// The present moment.
    pub clock: Clock,
    /// Random generators.
    pub seed: Seed,
}

impl Library {
    /// A library made of these parts.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Shared { parts, turns: Arc::default() }))
    }

    /// Bounds the files that are received concurrently.
    pub fn turns(&self) -> &Arc<Turns> {
        &self.0.turns
    }

    /// The present moment.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// A random generator for one request.
    pub fn rng(&self) -> StdRng {
        (self.seed)()
    }

    /// The hash of a new password; `TOO_MANY_REQUESTS` if too many are being hashed.
    pub async fn hash_password(&self, password: &str) -> Result<String> {
        Ok(self.passwords.hash(password, &mut self.rng()).await?)
    }

    /// The same for a password that is optional.
    pub async fn hash_if_sent(&self, password: Option<&NewPassword>) -> Result<Option<String>> {
        match password {
            Some(password) => Ok(Some(self.hash_password(&password.0).await?)),
            None => Ok(None),
        }
    }

    /// The context of an operation of this user that the operator's commands perform as well.
    pub fn context<'a>(&'a self, user: &'a SignedIn) -> Context<'a> {
        self.context_of(user.actor(), user.now())
    }

    /// The same for a caller who may be a guest.
    pub fn guest_context<'a>(&'a self, caller: &'a Caller) -> Context<'a> {
        let actor = Actor::Guest { client: &caller.client.id, endpoint: &caller.endpoint };
        self.context_of(actor, caller.now)
    }

    fn context_of<'a>(&'a self, actor: Actor<'a>, now: Timestamp) -> Context<'a> {
        Context { db: &self.db, passwords: self.passwords.clone(), actor, now, rng: self.rng() }
    }

    /// A cache of client applications for one way in.
    pub fn clients(&self) -> ClientCache {
        ClientCache::new(self.db.clone())
    }

    /// What background work gets, for the few requests that perform it in place.
    pub fn jobs_context(&self) -> jobs::Context {
        jobs::Context::new(self.db.clone(), self.delivery.clone(), self.clock.clone(), self.seed.clone())
    }
}

impl Deref for Library {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("settings", &self.settings).finish_non_exhaustive()
    }
}
