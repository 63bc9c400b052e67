//! An opened library with the database, file store, search index and secrets that commands need.

use std::time::Duration;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use delivery::files::FilesConfig;
use delivery::{Delivery, Files};
use jiff::{SignedDuration, Timestamp};
use mail::Mailer;
use rand::SeedableRng;
use rand::rngs::StdRng;
use search::Index;
use store::moves::{MoveMark, MoveRole, MoveStage};
use store::{Db, DbOptions};

use crate::folders::find_folder;
use crate::{Config, privacy};

/// Database, files and signing keys.
#[derive(Clone)]
pub struct Library {
    /// The configuration it was opened with.
    pub config: Arc<Config>,
    /// The database, with up-to-date tables.
    pub db: Db,
    /// Files, packages and tickets.
    pub delivery: Delivery,
    pub mailer: Mailer,
}

/// Time that requests wait for other writers of the database's file: they get a response within 5 seconds
/// (docs/rules/errors.md#rule-3).
const WRITE_TIMEOUT: Duration = Duration::from_secs(4);

impl Library {
    /// Opens database and files, and brings the tables up to date.
    pub async fn open(config: Config) -> anyhow::Result<Self> {
        config.check().context("configuration")?;
        let mailer = config.to_mailer().context("configuration of mail")?;
        privacy::refuse_root_in(&config.data_dir)?;
        let db = connect(&config).await?;
        crate::schema::prepare(&config, &db, current_time())
            .await
            .context("bringing the tables up to date")?;
        ::workers::add_formats::begin(&db).await.context("checking the formats")?;
        let files = open_files(&config).context("opening the file store")?;
        let workshop = crate::workshop::open(&config)?;
        let mut rng = new_rng();
        let limits = delivery::Limits {
            concurrent: config.limits.conversions.max(1),
            artifacts: config.files.artifacts_mib << 20,
            ..delivery::Limits::default()
        };
        let keys = delivery::Config {
            ticket_key: store::secrets::get_or_create(&db, "tickets", &mut rng).await?,
            fingerprint_key: store::secrets::get_or_create(&db, "fingerprints", &mut rng).await?,
            limits,
        };
        Ok(Self { config: Arc::new(config), delivery: Delivery::new(files, &keys, workshop), mailer, db })
    }

    /// Returns the library for a server: its requests do not wait for other writers of the database's file
    /// for as long as a command would.
    pub fn for_requests(self) -> Self {
        Self { db: self.db.with_write_timeout(WRITE_TIMEOUT), ..self }
    }

    /// A secret key of the library, created on first use.
    pub async fn get_or_create_secret(&self, name: &str) -> anyhow::Result<[u8; 32]> {
        Ok(store::secrets::get_or_create(&self.db, name, &mut new_rng()).await?)
    }

    /// Opens the search index; a missing or damaged one is reported and starts empty, so that the server can
    /// serve while it is rebuilt.
    pub fn open_index(&self) -> anyhow::Result<Index> {
        let dir = self.config.index_dir();
        std::fs::create_dir_all(&dir).with_context(|| format!("creating {}", dir.display()))?;
        let (index, reason) = Index::open_or_empty(&dir)?;
        if let Some(reason) = reason {
            tracing::warn!(%reason, "the search index starts empty and is filled from the database");
        }
        Ok(index)
    }
}

pub fn job_context(library: &Library) -> ::workers::WorkerContext {
    let (clock, seed) = (Arc::new(current_time), Arc::new(new_rng));
    let mut context =
        ::workers::WorkerContext::new(library.db.clone(), library.delivery.clone(), clock, seed);
    context.mailer = library.mailer.clone();
    context.base_url = library.config.base_url().into();
    context.problems_address = library.config.mail.problems_to.as_deref().map(Into::into);
    context.retention = library.config.to_retention_rules();
    context.audit_retention = SignedDuration::from_hours(24 * i64::from(library.config.audit.keep_days));
    context
}

/// Rebuilds the search index; a running server continues with the old one until the new one is complete.
/// `on_progress` is called with the number of indexed titles. Returns it at the end.
pub async fn rebuild_index(library: &Library, on_progress: impl FnMut(u64)) -> anyhow::Result<u64> {
    let folder = library.config.index_dir();
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    ::workers::index::rebuild(&job_context(library), &folder, on_progress).await
}

pub fn open_files(config: &Config) -> delivery::Result<Files> {
    Files::open(&FilesConfig {
        location: config.files_location(),
        endpoint: config.files.endpoint.clone(),
        region: config.files.region.clone(),
        access_key_id: config.files.access_key_id.clone(),
        secret_access_key: config.files.secret_access_key.clone(),
        allow_http: config.files.allow_http,
    })
}

/// The file of the embedded database; `None` for a database server. Refuses one that is being restored.
pub fn database_file(config: &Config) -> anyhow::Result<Option<PathBuf>> {
    let file = store::backup::database_path(&config.database_url())?;
    if let Some(marker) = file.as_deref().and_then(::workers::backup::find_restore_marker) {
        bail!(
            "a restore of this library is in progress or was interrupted: run `openshelf restore` again, or delete {} \
             to go on without it",
            marker.display()
        );
    }
    Ok(file)
}

/// Connects to the database of an existing library. Unlike [`connect`], it does not create one.
pub async fn connect_existing(config: &Config) -> anyhow::Result<Db> {
    if let Some(file) = database_file(config)? {
        ensure!(file.exists(), "there is no library: {} does not exist", file.display());
    }
    let db = connect(config).await?;
    let applied = db.read_applied_migrations().await;
    if !applied.as_ref().is_ok_and(|applied| !applied.is_empty()) {
        db.close().await;
    }
    ensure!(!applied?.is_empty(), "there is no library: the database has no tables");
    Ok(db)
}

/// Connects to the database, creating the data folder if it is embedded.
pub async fn connect(config: &Config) -> anyhow::Result<Db> {
    let file = database_file(config)?;
    make_dir(&config.data_dir)?;
    if let Some(file) = file {
        check_database_place(&file)?;
    }
    let options = DbOptions {
        sqlite_full_sync: config.database.full_sync,
        max_connections: config.database.max_connections,
        title_cache: u64::from(config.database.title_cache_mib) << 20,
        ..DbOptions::new(config.database_url())
    };
    let db = Db::connect(&options).await.context("opening the database")?;
    if let Some(mark) = store::moves::find_mark(&db).await.context("opening the database")? {
        db.close().await;
        bail!(refusal_of_moved_library(&mark));
    }
    Ok(db)
}

/// Checks that the file of an embedded database can be opened or created, because SQLite does not say why
/// not.
fn check_database_place(file: &Path) -> anyhow::Result<()> {
    let folder = find_folder(file);
    ensure!(folder.exists(), "{}, the folder of the database, does not exist", folder.display());
    privacy::check_writable(folder)?;
    if file.exists() { privacy::check_writable(file) } else { privacy::refuse_root_in(folder) }
}

/// Returns the reason why a library that is being moved, or was moved, is not opened.
fn refusal_of_moved_library(mark: &MoveMark) -> String {
    let other = &mark.other;
    match (mark.role, mark.stage) {
        (MoveRole::Target, _) => format!(
            "this is the unfinished copy of {other}: run `openshelf move` again with the configuration of that library"
        ),
        (MoveRole::Restored, _) => format!(
            "this library is being restored from {other}, or that was interrupted: run `openshelf restore` again, \
             or remove this database"
        ),
        (MoveRole::Source, MoveStage::Moved) => format!(
            "this library was moved to {other}: use the configuration of that place, or run `openshelf move --reopen` \
             to go on without it"
        ),
        (MoveRole::Source, _) => format!(
            "a move of this library to {other} is in progress or was interrupted: run `openshelf move` again, or \
             `openshelf move --reopen` to go on without it"
        ),
    }
}

fn make_dir(dir: &Path) -> anyhow::Result<()> {
    privacy::make_folder(dir).with_context(|| format!("creating {}", dir.display()))
}

/// The current time. Nothing else reads the machine's clock.
#[expect(clippy::disallowed_methods, reason = "the server hands its clock to everything below")]
pub fn current_time() -> Timestamp {
    Timestamp::now()
}

/// A freshly seeded random generator: the only place that uses the machine's randomness.
#[expect(clippy::disallowed_methods, reason = "the server hands randomness to everything below")]
pub fn new_rng() -> StdRng {
    StdRng::from_rng(&mut rand::rng())
}
