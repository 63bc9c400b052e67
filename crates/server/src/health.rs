//! Whether this process can serve: the database answers and lets transactions begin, the index was caught up
//! once, and it is not stopping.

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
    /// How long the database may take to answer all questions.
    patience: Duration,
}

/// The database gave no answer, or not in time.
const SILENT: &str = "the database does not answer";

impl Health {
    /// Ready when the database answers and the index, where there is one, has seen the change log.
    pub fn new(db: Db, index: Option<Index>) -> Self {
        Self { db, index, stopping: Arc::default(), patience: Duration::from_millis(1800) }
    }

    /// From now on not ready, so that load balancers look elsewhere.
    pub fn stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Why it is not ready, if so.
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

    /// The end of the change log, if transactions can begin.
    async fn database(&self) -> Result<i64, &'static str> {
        self.db.ping().await.map_err(|_| SILENT)?;
        let head = store::changes::head(&self.db).await.map_err(|_| SILENT)?;
        self.db.can_write().await.map_err(|_| "the database begins no transaction")?;
        Ok(head)
    }
}
