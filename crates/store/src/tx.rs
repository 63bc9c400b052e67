//! Transactions.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::TitleId;
use futures_util::stream::BoxStream;
use sqlx::migrate::Migrator;
use sqlx::{Postgres, Sqlite, Transaction};
use tokio::sync::watch;

use crate::coalescing::TitleQueue;
use crate::conn::{StatementTarget, run_with_timeout};
use crate::durability::{DiskSync, writes_legal_record};
use crate::title_cache::TitleCache;
use crate::{Backend, Conn, Result, Row, Sql};

/// Held until the end of the transaction by a process that migrates: sqlx releases its own lock before that.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7203411550929)";

/// A transaction: nothing takes effect before [`Tx::commit`]; dropping it rolls back.
///
/// On SQLite it holds the one writer: finish it before network, conversion or hashing, and write nothing
/// outside of it meanwhile.
#[derive(Debug)]
pub struct Tx {
    inner: TxInner,
    shared: Arc<DbShared>,
    has_new_jobs: bool,
    titles: Vec<TitleId>,
    /// The commit waits for the disk.
    is_legal: bool,
}

#[derive(Debug)]
pub(crate) enum TxInner {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(crate) fn new(inner: TxInner, shared: Arc<DbShared>) -> Self {
        Self { inner, shared, has_new_jobs: false, titles: Vec::new(), is_legal: false }
    }

    pub fn backend(&self) -> Backend {
        match self.inner {
            TxInner::Sqlite(_) => Backend::Sqlite,
            TxInner::Postgres(_) => Backend::Postgres,
        }
    }

    /// The end of a SELECT that locks its rows against other writers: empty on SQLite, where a transaction is
    /// the only writer. Other rows may still be inserted that refer to them, as during updates: otherwise
    /// their writer would wait for us while we wait for its locks.
    pub(crate) fn lock_clause(&self) -> &'static str {
        match self.backend() {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR NO KEY UPDATE",
        }
    }

    /// Commits everything, and wakes tasks that wait for jobs or changes.
    pub async fn commit(self) -> Result<()> {
        self.shared.count();
        let changing = PendingTitles::new(&self.shared, &self.titles);
        match self.inner {
            TxInner::Sqlite(tx) => tx.commit().await?,
            TxInner::Postgres(tx) => run_with_timeout(tx.commit()).await?,
        }
        drop(changing);
        if self.has_new_jobs {
            self.shared.notify_workers();
        }
        if !self.titles.is_empty() {
            self.shared.notify_followers();
        }
        if self.is_legal {
            self.shared.wait_for_disk().await?;
        }
        Ok(())
    }

    pub async fn rollback(self) -> Result<()> {
        match self.inner {
            TxInner::Sqlite(tx) => tx.rollback().await?,
            TxInner::Postgres(tx) => tx.rollback().await?,
        }
        Ok(())
    }

    /// Applies the migrations that are missing. Other processes that migrate wait until the transaction ends.
    pub(crate) async fn apply_migrations(&mut self, migrations: &Migrator) -> Result<()> {
        match &mut self.inner {
            TxInner::Sqlite(tx) => migrations.run(&mut **tx).await?,
            TxInner::Postgres(tx) => {
                sqlx::query(MIGRATION_LOCK).execute(&mut **tx).await?;
                migrations.run(&mut **tx).await?;
            }
        }
        Ok(())
    }

    /// Prepares a statement without running it.
    #[cfg(feature = "testkit")]
    pub(crate) async fn prepare(&mut self, text: &str) -> Result<()> {
        let text = sqlx::SqlSafeStr::into_sql_str(sqlx::AssertSqlSafe(text.to_owned()));
        match &mut self.inner {
            TxInner::Sqlite(tx) => drop(sqlx::Executor::prepare(&mut **tx, text).await?),
            TxInner::Postgres(tx) => drop(sqlx::Executor::prepare(&mut **tx, text).await?),
        }
        Ok(())
    }

    /// Workers are woken at commit.
    pub(crate) fn wake_jobs(&mut self) {
        self.has_new_jobs = true;
    }

    /// Makes the commit wake followers of the change log and forget these cached titles.
    pub(crate) fn mark_titles_changed(&mut self, ids: &[TitleId]) {
        self.titles.extend_from_slice(ids);
    }

    /// Notes if the commit has to wait for the disk.
    fn note_write(&mut self, statement: &Sql) {
        self.is_legal = self.is_legal || self.shared.must_reach_disk(statement);
    }

    /// Rows of a statement that only reads, one after the other as they come, however many there are.
    pub(crate) fn stream_rows<'a, T: Row + 'a>(&'a mut self, statement: Sql) -> BoxStream<'a, Result<T>> {
        self.statement_target().stream(statement)
    }

    /// The connection itself.
    pub(crate) fn statement_target(&mut self) -> StatementTarget<'_> {
        self.shared.count();
        match &mut self.inner {
            TxInner::Sqlite(tx) => StatementTarget::Sqlite(&mut *tx),
            TxInner::Postgres(tx) => StatementTarget::Pg(&mut *tx),
        }
    }
}

impl Conn for Tx {
    fn fetch_all<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Vec<T>>> + Send {
        self.note_write(&statement);
        self.statement_target().fetch_all(statement)
    }

    fn fetch_optional<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Option<T>>> + Send {
        self.note_write(&statement);
        self.statement_target().fetch_optional(statement)
    }

    fn execute(&mut self, statement: Sql) -> impl Future<Output = Result<u64>> + Send {
        self.note_write(&statement);
        self.statement_target().execute(statement)
    }
}

/// State that a database shares with its transactions.
#[derive(Debug)]
pub(crate) struct DbShared {
    statements: AtomicU64,
    /// Changes whenever a job is committed.
    pub(crate) jobs: watch::Sender<u64>,
    /// Changes whenever the change log grows.
    pub(crate) changes: watch::Sender<u64>,
    pub(crate) title_queue: Arc<TitleQueue>,
    /// Titles in memory, where there is room for any.
    pub(crate) titles: Option<TitleCache>,
    /// `None` if the database itself waits for the disk at each commit.
    disk: Option<DiskSync>,
}

impl DbShared {
    /// With up to `title_cache` bytes of titles in memory; 0 for none.
    pub(crate) fn new(title_cache: u64, disk: Option<DiskSync>) -> Self {
        Self {
            statements: AtomicU64::new(0),
            jobs: watch::Sender::new(0),
            changes: watch::Sender::new(0),
            title_queue: Arc::default(),
            titles: (title_cache > 0).then(|| TitleCache::new(title_cache)),
            disk,
        }
    }

    /// Returns true if a statement writes a record that must be on the disk before the write returns, and the
    /// database does not ensure that.
    pub(crate) fn must_reach_disk(&self, statement: &Sql) -> bool {
        self.disk.is_some() && !statement.is_read() && writes_legal_record(statement.text())
    }

    /// Returns when everything that was committed before the call is on the disk.
    pub(crate) async fn wait_for_disk(&self) -> Result<()> {
        match &self.disk {
            Some(disk) => Ok(disk.wait().await?),
            None => Ok(()),
        }
    }

    /// Statements sent so far.
    pub(crate) fn statement_count(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn notify_workers(&self) {
        self.jobs.send_modify(|n| *n += 1);
    }

    pub(crate) fn notify_followers(&self) {
        self.changes.send_modify(|n| *n += 1);
    }
}

/// Titles that are being committed. They are not cached until the commit succeeds, fails or is canceled.
struct PendingTitles<'a>(Option<(&'a TitleCache, &'a [TitleId])>);

impl<'a> PendingTitles<'a> {
    fn new(shared: &'a DbShared, titles: &'a [TitleId]) -> Self {
        let changing = shared.titles.as_ref().filter(|_| !titles.is_empty()).map(|cache| (cache, titles));
        if let Some((cache, titles)) = changing {
            cache.begin_change(titles);
        }
        Self(changing)
    }
}

impl Drop for PendingTitles<'_> {
    fn drop(&mut self) {
        if let Some((cache, titles)) = self.0 {
            cache.end_change(titles);
        }
    }
}
