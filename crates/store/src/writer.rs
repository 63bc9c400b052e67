//! The one connection that writes to a SQLite file. Writers of this process queue for it. It polls the lock
//! of another process (an ingest) every millisecond, because SQLite's own busy handler sleeps up to a tenth
//! of a second, and misses the gaps between the transactions of a busy process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{Executor as _, Sqlite, SqlitePool, Transaction};
use tokio::sync::{Mutex, MutexGuard};

use crate::conn::{StatementTarget, check_and_clean};
use crate::{Result, Row, Sql, StoreError};

/// Time that SQLite waits before it reports that the file is locked: the interval between two polls.
const SHORT_BUSY_TIMEOUT: &str = "PRAGMA busy_timeout = 1";

/// The writing connection (see the module).
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    pool: SqlitePool,
    queue: Arc<Mutex<()>>,
    busy_timeout: Duration,
}

impl Writer {
    /// Opens the file, or creates it if it is missing. Callers wait for at most `busy_timeout`.
    pub(crate) async fn connect(file: SqliteConnectOptions, busy_timeout: Duration) -> Result<Self> {
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(busy_timeout)
            // A connection inside the process cannot die unseen.
            .test_before_acquire(false)
            .before_acquire(|connection, _| check_and_clean(connection))
            // Opening may wait for another process that recovers the file; later statements poll more often.
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(SHORT_BUSY_TIMEOUT).await.map(|_| ()) })
            })
            .connect_with(file.create_if_missing(true).busy_timeout(busy_timeout))
            .await?;
        Ok(Self { pool, queue: Arc::default(), busy_timeout })
    }

    /// Returns the connection with another timeout for its users.
    pub(crate) fn with_busy_timeout(self, busy_timeout: Duration) -> Self {
        Self { busy_timeout, ..self }
    }

    /// The deadline of a caller that begins to wait now.
    pub(crate) fn write_deadline(&self) -> Instant {
        Instant::now() + self.busy_timeout
    }

    /// A transaction that is the file's writer from the beginning.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Sqlite>> {
        self.begin_until(self.write_deadline()).await
    }

    /// Begins a transaction for a caller that has waited already.
    pub(crate) async fn begin_until(&self, until: Instant) -> Result<Transaction<'static, Sqlite>> {
        self.run_in_turn(until, || async { Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?) }).await
    }

    /// Checks that a transaction can begin. If another writer is active, here or in another process,
    /// that counts as yes: this check must not lengthen the queue of writers.
    pub(crate) async fn check_writable(&self) -> Result<()> {
        /// The time of a few ordinary transactions.
        const CHECK_TIMEOUT: Duration = Duration::from_millis(100);
        let Ok(_lock) = self.queue.try_lock() else { return Ok(()) };
        let begun = tokio::time::timeout(CHECK_TIMEOUT, self.pool.begin_with("BEGIN IMMEDIATE")).await;
        match begun.map(|begun| begun.map_err(StoreError::from)) {
            Err(_) => Ok(()),
            Ok(Err(error)) if is_busy(&error) => Ok(()),
            Ok(begun) => Ok(begun?.rollback().await?),
        }
    }

    /// Runs a statement for a caller with this deadline.
    pub(crate) async fn execute_until(&self, statement: Sql, until: Instant) -> Result<u64> {
        self.run_in_turn(until, || StatementTarget::SqlitePool(&self.pool).execute(statement.clone())).await
    }

    pub(crate) async fn fetch_all<T: Row>(&self, statement: Sql) -> Result<Vec<T>> {
        self.run_in_turn(self.write_deadline(), || {
            StatementTarget::SqlitePool(&self.pool).fetch_all(statement.clone())
        })
        .await
    }

    pub(crate) async fn fetch_optional<T: Row>(&self, statement: Sql) -> Result<Option<T>> {
        self.run_in_turn(self.write_deadline(), || {
            StatementTarget::SqlitePool(&self.pool).fetch_optional(statement.clone())
        })
        .await
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    /// Runs work after earlier callers, repeated as long as another process holds the lock.
    async fn run_in_turn<T, F: Future<Output = Result<T>>>(
        &self,
        until: Instant,
        work: impl Fn() -> F,
    ) -> Result<T> {
        let turn = self.wait_turn(until).await?;
        loop {
            let done = work().await;
            if !turn.should_retry(&done) {
                return done;
            }
        }
    }

    /// Waits for earlier callers, and for the transaction that is open in this process.
    async fn wait_turn(&self, until: Instant) -> Result<WriterTurn<'_>> {
        let waiting = async {
            let lock = self.queue.lock().await;
            if self.pool.num_idle() == 0 {
                // Returned immediately: the next in line acquires it again.
                self.pool.acquire().await?;
            }
            Ok(WriterTurn { _lock: lock, deadline: until })
        };
        match tokio::time::timeout_at(until.into(), waiting).await {
            Ok(turn) => turn,
            Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }
}

/// Held until the work has begun (a transaction) or is done (a statement).
struct WriterTurn<'w> {
    _lock: MutexGuard<'w, ()>,
    deadline: Instant,
}

impl WriterTurn<'_> {
    /// Returns true if another process was writing, so that the work had no effect, and there is time to
    /// retry.
    fn should_retry<T>(&self, done: &Result<T>) -> bool {
        done.as_ref().is_err_and(is_busy) && Instant::now() < self.deadline
    }
}

/// Returns true if another process holds the file's lock.
fn is_busy(error: &StoreError) -> bool {
    /// `SQLITE_BUSY`; the higher bits give the kind.
    const SQLITE_BUSY: u32 = 5;
    let Some(error) = error.database_error() else { return false };
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == SQLITE_BUSY)
}
