//! Readiness of this process: the database responds and begins transactions, the index was caught up once,
//! and it is not stopping.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use search::Index;
use store::Db;
use tokio::time::timeout;

/// The state behind `/readyz`.
#[derive(Clone)]
pub struct Health {
    db: Db,
    index: Option<Index>,
    stopping: Arc<AtomicBool>,
    /// Timeout of all database checks.
    patience: Duration,
}

/// Timeout of all checks of the database together: readiness is known within 2 seconds.
pub const PATIENCE: Duration = Duration::from_millis(1800);

/// The database did not respond in time.
const SILENT: &str = "the database does not respond";

impl Health {
    /// Ready if the database responds and the index, if any, has caught up once.
    pub fn new(db: Db, index: Option<Index>) -> Self {
        Self { db, index, stopping: Arc::default(), patience: PATIENCE }
    }

    /// Reports not ready from now on, so that load balancers use other servers.
    pub fn stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Returns why it is not ready, if so.
    pub async fn check(&self) -> Result<(), &'static str> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err("stopping");
        }
        let head = timeout(self.patience, self.database()).await.unwrap_or(Err(SILENT))?;
        match &self.index {
            Some(index) if head > 0 && index.position() == 0 => Err("the search index is being filled"),
            _ => Ok(()),
        }
    }

    /// Returns when it is ready.
    pub async fn ready(&self) {
        /// The interval between checks.
        const PAUSE: Duration = Duration::from_millis(50);
        while self.check().await.is_err() {
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The end of the change log, if transactions can begin.
    async fn database(&self) -> Result<i64, &'static str> {
        self.db.ping().await.map_err(|_| SILENT)?;
        let head = store::changes::head(&self.db).await.map_err(|_| SILENT)?;
        self.db.can_write().await.map_err(|_| "the database cannot begin a transaction")?;
        Ok(head)
    }
}
