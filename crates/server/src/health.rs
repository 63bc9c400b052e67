//! Readiness of this process: the database responds and begins transactions, the index was filled once, and
//! it is not stopping.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use search::Index;
use store::Db;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// The result of a check; an error is the reason of the failure.
type CheckResult = Result<(), &'static str>;

/// The state behind `/readyz`.
#[derive(Clone)]
pub struct Health {
    db: Db,
    index: Option<Index>,
    stopping: Arc<AtomicBool>,
    /// The last result of the database, shared by all requests within [`RESULT_LIFETIME`].
    last: Arc<Mutex<Option<(Instant, CheckResult)>>>,
    check_timeout: Duration,
}

/// Timeout of all checks of the database together: readiness is known within 2 seconds.
pub const CHECK_TIMEOUT: Duration = Duration::from_millis(1800);

/// Time for which the result of the database check is cached. Each check begins a transaction, and requests
/// for it need no key.
const RESULT_LIFETIME: Duration = Duration::from_secs(1);

/// The database check timed out.
const NO_RESPONSE_REASON: &str = "the database does not respond";

impl Health {
    /// Ready if the database responds and the index, if any, was filled once.
    pub fn new(db: Db, index: Option<Index>) -> Self {
        Self { db, index, stopping: Arc::default(), last: Arc::default(), check_timeout: CHECK_TIMEOUT }
    }

    /// Reports not ready from now on, so that load balancers use other servers.
    pub fn report_stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Returns the reason if it is not ready, from a check of the database that is at most a second old.
    pub async fn check_recent(&self) -> Result<(), &'static str> {
        self.check_process()?;
        // Held during the check, so that concurrent requests wait for the same result.
        let mut last = self.last.lock().await;
        if let Some((_, result)) = last.filter(|(at, _)| at.elapsed() < RESULT_LIFETIME) {
            return result;
        }
        let result = self.check_database().await;
        *last = Some((Instant::now(), result));
        result
    }

    /// Returns the reason if it is not ready.
    pub async fn check(&self) -> Result<(), &'static str> {
        self.check_process()?;
        self.check_database().await
    }

    fn check_process(&self) -> Result<(), &'static str> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err("stopping");
        }
        match &self.index {
            Some(index) if index.is_filling() => Err("the search index is being filled"),
            _ => Ok(()),
        }
    }

    async fn check_database(&self) -> Result<(), &'static str> {
        timeout(self.check_timeout, self.query_database()).await.unwrap_or(Err(NO_RESPONSE_REASON))
    }

    pub async fn wait_until_ready(&self) {
        const CHECK_INTERVAL: Duration = Duration::from_millis(50);
        while self.check().await.is_err() {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    /// Checks that the database has its tables and transactions can begin.
    async fn query_database(&self) -> Result<(), &'static str> {
        self.db.check_schema().await.map_err(|_| NO_RESPONSE_REASON)?;
        store::changes::last_position(&self.db).await.map_err(|_| NO_RESPONSE_REASON)?;
        self.db.check_writable().await.map_err(|_| "the database cannot begin a transaction")
    }
}

#[cfg(test)]
mod tests {
    use store::testkit::TestDb;

    use super::Health;

    #[tokio::test]
    async fn many_callers_share_one_check_of_the_database() {
        let test = TestDb::create_sqlite().await;
        let health = Health::new(test.db.clone(), None);
        let before = test.db.statement_count();
        health.check_recent().await.unwrap();
        let cost = test.db.statement_count() - before;
        for _ in 0..100 {
            health.check_recent().await.unwrap();
        }
        // On a busy machine a second may pass meanwhile.
        assert!(test.db.statement_count() - before <= 10 * cost, "each caller asked the database");
        test.drop().await;
    }
}
