//! The library that operations work with.

use std::sync::Arc;

use delivery::Delivery;
use delivery::drive::Connector;
use domain::AccountId;
use domain::documents::Allowance;
use domain::erasure::RetentionRules;
use holdings::{Clock, Seed};
use jiff::Timestamp;
use rand::RngExt as _;
use rand::rngs::StdRng;
use search::Index;
use secrets::Passwords;
use store::Db;
use tokio::sync::OnceCell;

use crate::machine::MachineProbe;
use crate::partner::Partner;
use crate::unrecorded_bytes::UnrecordedBytes;
use crate::uploads::Turns;
use crate::{ClientCache, Error, NoticeCache, Result};

/// Settings of the operations (docs/configuration.md).
#[derive(Debug, Clone)]
pub struct OperationSettings {
    /// Packagings in progress per caller before `TOO_MANY_DOWNLOADS` (docs/rules/downloads.md#rule-1).
    pub concurrent_downloads: u32,
    /// Limits of a user's own documents.
    pub documents: Allowance,
    /// The partner's drive. `None` if the library has no partner.
    pub drive: Option<Connector>,
    /// True if files of members are taken from folders (docs/rosters.md#from-a-folder).
    pub takes_roster_files: bool,
    /// Retention periods for personal data.
    pub retention: RetentionRules,
}

/// The library as every interface sees it; an [`Operation`](crate::Operation) carries it. Cloning is cheap.
#[derive(Clone)]
pub struct Library(Arc<LibraryState>);

/// The state that all clones of a [`Library`] share.
struct LibraryState {
    parts: Parts,
    /// The clients that reading apps share, one for each site.
    reading_apps: ClientCache,
    notices: NoticeCache,
    /// The key of what is kept of devices' passwords, once it is read.
    device_key: OnceCell<[u8; 32]>,
    turns: Arc<Turns>,
    /// Bytes of copies that were sent in small responses and are not recorded yet.
    unrecorded: UnrecordedBytes,
}

pub struct Parts {
    pub db: Db,
    /// The search index. `None` for a command, which does not search: an index has one process that fills it.
    pub index: Option<Index>,
    pub delivery: Delivery,
    pub settings: OperationSettings,
    /// The partner whose identity tokens are accepted at sign-up. `None` if the library has no partner.
    pub partner: Option<Partner>,
    pub passwords: Passwords,
    /// The present moment.
    pub clock: Clock,
    /// Random generators.
    pub seed: Seed,
    /// Inspects the machine of this process.
    pub machine: MachineProbe,
}

impl Library {
    pub fn new(parts: Parts) -> Self {
        let reading_apps = ClientCache::new(parts.db.clone());
        let notices = NoticeCache::new(parts.db.clone());
        Self(Arc::new(LibraryState {
            parts,
            reading_apps,
            notices,
            device_key: OnceCell::new(),
            turns: Arc::default(),
            unrecorded: UnrecordedBytes::default(),
        }))
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.parts.db
    }

    pub(crate) fn delivery(&self) -> &Delivery {
        &self.0.parts.delivery
    }

    pub(crate) fn settings(&self) -> &OperationSettings {
        &self.0.parts.settings
    }

    /// The partner whose identity tokens are accepted at sign-up. `None` if the library has no partner.
    pub(crate) fn partner(&self) -> Option<&Partner> {
        self.0.parts.partner.as_ref()
    }

    pub(crate) fn passwords(&self) -> &Passwords {
        &self.0.parts.passwords
    }

    /// The HMAC key for stored device passwords; loaded on first use.
    pub(crate) fn device_key(&self) -> &OnceCell<[u8; 32]> {
        &self.0.device_key
    }

    /// Bytes of copies that were sent in small responses and are not recorded yet.
    pub(crate) fn unrecorded_bytes(&self) -> &UnrecordedBytes {
        &self.0.unrecorded
    }

    /// The clients that reading apps share, one for each site.
    pub(crate) fn reading_apps(&self) -> &ClientCache {
        &self.0.reading_apps
    }

    pub fn notice_cache(&self) -> &NoticeCache {
        &self.0.notices
    }

    /// The search index; fails with [`Error::NoIndex`] in the library of a command.
    pub(crate) fn index(&self) -> Result<&Index> {
        self.0.parts.index.as_ref().ok_or(Error::NoIndex)
    }

    /// Inspects the machine of this process, on a thread that may wait.
    pub(crate) fn machine_probe(&self) -> &MachineProbe {
        &self.0.parts.machine
    }

    /// Bounds the files that are received concurrently.
    pub fn upload_turns(&self) -> &Arc<Turns> {
        &self.0.turns
    }

    pub fn current_time(&self) -> Timestamp {
        (self.0.parts.clock)()
    }

    pub fn request_rng(&self) -> StdRng {
        (self.0.parts.seed)()
    }

    /// Random bytes, for what is needed once.
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        self.request_rng().random()
    }

    /// The hash of a new password; `TOO_MANY_REQUESTS` if too many are being hashed, or too many of the same
    /// account. `owner` is the account that has it hashed; `None` for callers without an account.
    pub async fn hash_password(&self, password: &str, owner: Option<&AccountId>) -> Result<String> {
        let owner = owner.map(AccountId::as_str);
        Ok(self.passwords().hash(password, owner, &mut self.request_rng()).await?)
    }

    pub fn new_client_cache(&self) -> ClientCache {
        ClientCache::new(self.db().clone())
    }

    /// The context for making titles and copies, for the few requests that do this themselves.
    pub(crate) fn holdings_context(&self) -> holdings::Context {
        holdings::Context::new(
            self.0.parts.db.clone(),
            self.0.parts.delivery.clone(),
            self.0.parts.clock.clone(),
            self.0.parts.seed.clone(),
        )
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("settings", self.settings()).finish_non_exhaustive()
    }
}
