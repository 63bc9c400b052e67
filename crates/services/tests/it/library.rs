//! A whole library with files of its own, and callers who come with a key and a token.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use books::testkit::ToneEngine;
use delivery::drive::Connector;
use delivery::{Config, Delivery, Files, Limits};
use domain::documents::Allowance;
use domain::fixtures::{account, lab, noon, site};
use domain::sessions::Browser;
use domain::{Account, Client, ClientId, Privilege, Role, Site};
use jiff::SignedDuration;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use search::Index;
use secrets::{OpaqueToken, Passwords};
use services::machine::MachineState;
use services::sign_in::{PasswordVersion, VerifiedAccount};
use services::{Library, Operation, OperationSettings, Parts, sessions};
use store::Db;
use store::tokens::NewTokenPair;
use tempfile::TempDir;

/// The key of the app that everybody uses.
pub(crate) const KEY: &str = "app";

/// A library; its files disappear with it.
pub(crate) struct World {
    pub(crate) library: Library,
    pub(crate) db: Db,
    pub(crate) files: Files,
    pub(crate) delivery: Delivery,
    ahead: Arc<AtomicI64>,
    _folder: TempDir,
}

impl World {
    /// A library with two sites and an app, whose readers may keep one document each.
    pub(crate) async fn new(db: Db, drive: Option<Connector>) -> Self {
        Self::with_concurrent_downloads(db, drive, 1).await
    }

    /// Allows readers to have more copies made at a time.
    pub(crate) async fn with_concurrent_downloads(
        db: Db,
        drive: Option<Connector>,
        concurrent_downloads: u32,
    ) -> Self {
        for id in [site(), lab()] {
            let site = Site { id, name: "Library".into(), country: "US".into(), private_label: false };
            store::sites::insert(&db, &site).await.unwrap();
        }
        let client = Client {
            id: ClientId::from(KEY),
            name: "Reader".into(),
            site: site(),
            secret_hash: None,
            redirect_uris: Vec::new(),
            privileges: [Privilege::PartnerDrive].into(),
            disabled: false,
        };
        store::clients::insert(&db, &client).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let files = Files::local(&folder.path().join("files")).unwrap();
        let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
        let allowance = Allowance { documents: 1, bytes: 0 };
        let drawn = AtomicU64::new(0);
        let ahead = Arc::new(AtomicI64::new(0));
        let clock = Arc::clone(&ahead);
        let delivery = Delivery::with_engine(files.clone(), &config, Arc::new(ToneEngine::default()));
        let library = Library::new(Parts {
            db: db.clone(),
            index: Some(Index::open_or_empty(&folder.path().join("index")).unwrap().0),
            delivery: delivery.clone(),
            settings: OperationSettings {
                concurrent_downloads,
                documents: allowance,
                drive,
                takes_roster_files: false,
                retention: domain::erasure::RetentionRules::default(),
            },
            partner: None,
            passwords: Passwords::new(1),
            clock: Arc::new(move || noon() + SignedDuration::from_secs(clock.load(Ordering::Relaxed))),
            seed: Arc::new(move || StdRng::seed_from_u64(drawn.fetch_add(1, Ordering::Relaxed))),
            machine: Arc::new(MachineState::default),
        });
        Self { library, db, files, delivery, ahead, _folder: folder }
    }

    /// Advances the library's clock.
    pub(crate) fn advance_clock(&self, time: SignedDuration) {
        self.ahead.fetch_add(time.as_secs(), Ordering::Relaxed);
    }

    /// Begins a session of an account, with the password that the account has.
    pub(crate) async fn begin_session(&self, account: &Account) -> OpaqueToken {
        let mut tx = self.db.begin().await.unwrap();
        let found = store::accounts::get_with_password_for_update(&mut tx, &account.id).await.unwrap();
        tx.rollback().await.unwrap();
        let (account, hash) = found.unwrap();
        let verified = VerifiedAccount { account, password: PasswordVersion::from_hash(hash.as_deref()) };
        sessions::begin(&self.anybody(), &verified, Browser::default()).await.unwrap()
    }

    /// An operation of somebody who is not identified.
    pub(crate) fn anybody(&self) -> Operation {
        Operation::by_anybody(&self.library)
    }

    pub(crate) async fn guest_caller(&self) -> Operation {
        self.caller_with_token(None).await
    }

    /// A new individual member, signed in.
    pub(crate) async fn new_reader(&self, name: &str) -> Operation {
        self.new_user(name, Role::Individual).await
    }

    /// A new user, signed in.
    pub(crate) async fn new_user(&self, name: &str, role: Role) -> Operation {
        let account = account(name, role);
        let hash = secrets::hash_token(name);
        let mut tx = self.db.begin().await.unwrap();
        store::accounts::insert(&mut tx, &account, None).await.unwrap();
        let pair = NewTokenPair {
            access_hash: &hash,
            access_expires: noon() + SignedDuration::from_hours(1),
            refresh_hash: &format!("refresh of {name}"),
            refresh_expires: noon() + SignedDuration::from_hours(24),
            client: &ClientId::from(KEY),
            account: &account.id,
            family: name,
            replaces: None,
        };
        store::tokens::insert_pair(&mut tx, &pair, noon()).await.unwrap();
        tx.commit().await.unwrap();
        self.caller_with_token(Some(name)).await
    }

    async fn caller_with_token(&self, token: Option<&str>) -> Operation {
        let clients = self.library.new_client_cache();
        Operation::identify(&self.library, &clients, noon(), KEY, token).await.unwrap()
    }
}
