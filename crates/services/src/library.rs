//! The library that operations work with.

use std::ops::Deref;
use std::sync::Arc;

use delivery::Delivery;
use delivery::drive::Connector;
use domain::documents::Allowance;
use domain::ids::AccountId;
use holdings::{Clock, Seed};
use jiff::Timestamp;
use rand::RngExt as _;
use rand::rngs::StdRng;
use search::Index;
use secrets::Passwords;
use store::Db;
use tokio::sync::OnceCell;

use crate::client_cache::ClientCache;
use crate::error::Result;
use crate::partner::Partner;
use crate::unrecorded_bytes::UnrecordedBytes;
use crate::uploads::Turns;
use crate::values::NewPassword;

/// Settings of the operations (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct OperationSettings {
    /// Packagings in progress per caller before `TOO_MANY_DOWNLOADS` (docs/rules/downloads.md#rule-1).
    pub concurrent_downloads: u32,
    /// Limits of a user's own documents.
    pub documents: Allowance,
    /// The partner's drive. `None` if the library has no partner.
    pub drive: Option<Connector>,
}

/// The library as every interface sees it: operations take it first. Cloning is cheap.
#[derive(Clone)]
pub struct Library(Arc<LibraryState>);

/// The state that all clones of a [`Library`] share: operations see it, interfaces do not.
pub struct LibraryState {
    pub(crate) db: Db,
    pub(crate) index: Index,
    pub(crate) delivery: Delivery,
    pub(crate) settings: OperationSettings,
    pub(crate) partner: Option<Partner>,
    pub(crate) passwords: Passwords,
    /// The clients that reading apps share, one for each site.
    pub(crate) reading_apps: ClientCache,
    /// The key of what is kept of devices' passwords, once it is read.
    pub(crate) device_key: OnceCell<[u8; 32]>,
    clock: Clock,
    seed: Seed,
    turns: Arc<Turns>,
    /// Bytes of copies that were sent in small responses and are not recorded yet.
    pub(crate) unrecorded: UnrecordedBytes,
}

/// The parts of a [`Library`].
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The search index.
    pub index: Index,
    /// Files, packages and tickets.
    pub delivery: Delivery,
    pub settings: OperationSettings,
    /// The partner whose identity tokens are accepted at sign-up. `None` if the library has no partner.
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
        let Parts { db, index, delivery, settings, partner, passwords, clock, seed } = parts;
        let turns = Arc::default();
        let (reading_apps, device_key) = (ClientCache::new(db.clone()), OnceCell::new());
        Self(Arc::new(LibraryState {
            db,
            index,
            delivery,
            settings,
            partner,
            passwords,
            reading_apps,
            device_key,
            clock,
            seed,
            turns,
            unrecorded: UnrecordedBytes::default(),
        }))
    }

    /// Bounds the files that are received concurrently.
    pub fn upload_turns(&self) -> &Arc<Turns> {
        &self.0.turns
    }

    /// The present moment.
    pub fn current_time(&self) -> Timestamp {
        (self.0.clock)()
    }

    /// A random generator for one request.
    pub fn request_rng(&self) -> StdRng {
        (self.0.seed)()
    }

    /// Random bytes, for what is needed once.
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        self.request_rng().random()
    }

    /// The hash of a new password; `TOO_MANY_REQUESTS` if too many are being hashed, or too many of the same
    /// account. `owner` is the account that has it hashed; `None` for callers without an account.
    pub async fn hash_password(&self, password: &str, owner: Option<&AccountId>) -> Result<String> {
        let owner = owner.map(AccountId::as_str);
        Ok(self.passwords.hash(password, owner, &mut self.request_rng()).await?)
    }

    /// Hashes an optional password.
    pub async fn hash_if_sent(
        &self,
        password: Option<&NewPassword>,
        owner: Option<&AccountId>,
    ) -> Result<Option<String>> {
        match password {
            Some(password) => Ok(Some(self.hash_password(&password.0, owner).await?)),
            None => Ok(None),
        }
    }

    /// A cache of client applications for one interface.
    pub fn new_client_cache(&self) -> ClientCache {
        ClientCache::new(self.db.clone())
    }

    /// The context for making titles and copies, for the few requests that do this themselves.
    pub(crate) fn holdings_context(&self) -> holdings::Context {
        holdings::Context::new(self.db.clone(), self.delivery.clone(), self.clock.clone(), self.seed.clone())
    }
}

impl Deref for Library {
    type Target = LibraryState;

    fn deref(&self) -> &LibraryState {
        &self.0
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("settings", &self.settings).finish_non_exhaustive()
    }
}
