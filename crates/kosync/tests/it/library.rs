//! A library with a reader and devices, and calls of their apps.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use books::testkit::ToneEngine;
use delivery::{Config, Delivery, Files, Limits};
use domain::documents::Allowance;
use domain::fixtures::{account, noon, site};
use domain::{Device, Role, Site};
use http_body_util::BodyExt as _;
use jiff::SignedDuration;
use kosync::{Kosync, new_router};
use md5::{Digest as _, Md5};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use search::Index;
use secrets::Passwords;
use serde_json::Value;
use services::{Library, Operation, OperationSettings, Parts, devices};
use store::Db;
use tempfile::TempDir;
use tower::ServiceExt as _;

/// A library; its files are deleted on drop.
pub(crate) struct World {
    pub(crate) db: Db,
    pub(crate) reader: Operation,
    seconds: Arc<AtomicI64>,
    router: Router,
    _folder: TempDir,
}

/// An app with a device's name and key.
#[derive(Clone)]
pub(crate) struct App<'a> {
    world: &'a World,
    pub(crate) user: String,
    pub(crate) key: String,
}

/// A response: status, headers, body.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

impl World {
    pub(crate) async fn new(db: Db) -> Self {
        Self::with_request_limit(db, 0).await
    }

    /// A library with this limit of requests per minute.
    pub(crate) async fn with_request_limit(db: Db, requests_per_minute: u32) -> Self {
        let site = Site { id: site(), name: "Library".into(), country: "US".into(), private_label: false };
        store::sites::insert(&db, &site).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let files = Files::local(&folder.path().join("files")).unwrap();
        let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
        let (drawn, seconds) = (AtomicU64::new(0), Arc::new(AtomicI64::new(0)));
        let passed = Arc::clone(&seconds);
        let library = Library::new(Parts {
            db: db.clone(),
            index: Some(Index::open_or_empty(&folder.path().join("index")).unwrap().0),
            delivery: Delivery::with_engine(files, &config, Arc::new(ToneEngine::default())),
            settings: OperationSettings {
                concurrent_downloads: 1,
                documents: Allowance { documents: 1, bytes: 0 },
                drive: None,
                takes_roster_files: false,
                retention: domain::erasure::RetentionRules::default(),
            },
            partner: None,
            passwords: Passwords::new(1),
            clock: Arc::new(move || noon() + SignedDuration::from_secs(passed.load(Ordering::Relaxed))),
            seed: Arc::new(move || StdRng::seed_from_u64(drawn.fetch_add(1, Ordering::Relaxed))),
            machine: Arc::new(services::machine::MachineState::default),
        });
        let ada = account("ada", Role::Individual);
        let mut tx = db.begin().await.unwrap();
        store::accounts::insert(&mut tx, &ada, None).await.unwrap();
        tx.commit().await.unwrap();
        let reader = store::readers::find_by_account(&db, &ada.id, noon()).await.unwrap().unwrap();
        let mut caller = Operation::from_reading_app(&library, &site.id, noon()).await.unwrap();
        caller.reader = Some(Arc::new(reader));
        let reader = caller;
        let settings = kosync::KosyncSettings { requests_per_minute, trust_forwarded_for: false };
        let router = new_router(Kosync::new(library, settings));
        Self { db, reader, seconds, router, _folder: folder }
    }

    /// Advances the clock.
    pub(crate) fn advance_clock(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    /// A new device of the reader, and its app.
    pub(crate) async fn add_device(&self, name: &str) -> (Device, App<'_>) {
        let (device, password) = devices::create(&self.reader, name).await.unwrap();
        let key = format!("{:032x}", u128::from_be_bytes(Md5::digest(&password).into()));
        let app = App { world: self, user: device.sign_in.clone(), key };
        (device, app)
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let (parts, body) = self.router.clone().oneshot(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Reply { status: parts.status.as_u16(), headers: parts.headers, json }
    }
}

impl App<'_> {
    pub(crate) async fn call(&self, method: Method, path: &str, body: impl Into<Body>) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(format!("/kosync{path}"))
            .header("accept", "application/vnd.koreader.v1+json")
            .header("x-auth-user", &self.user)
            .header("x-auth-key", &self.key);
        self.world.send(request.body(body.into()).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path, Body::empty()).await
    }

    pub(crate) async fn put(&self, body: &Value) -> Reply {
        self.call(Method::PUT, "/syncs/progress", body.to_string()).await
    }
}

impl Reply {
    /// Status and code of an error, whose message is not empty.
    #[track_caller]
    pub(crate) fn error_code(&self) -> (u16, i64) {
        assert!(self.json["message"].as_str().is_some_and(|text| !text.is_empty()), "{}", self.json);
        assert_eq!(self.headers["content-type"], "application/json");
        (self.status, self.json["code"].as_i64().unwrap())
    }
}
