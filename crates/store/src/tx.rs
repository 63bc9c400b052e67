//! Transactions.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::ids::TitleId;
use sqlx::{Postgres, Sqlite, Transaction};
use tokio::sync::watch;

use crate::backend::Backend;
use crate::coalescing::Coalescing;
use crate::conn::{Conn, Row, Target, within};
use crate::error::Result;
use crate::sql::Sql;
use crate::title_cache::TitleCache;

/// A transaction: nothing takes effect before [`Tx::commit`]; dropping it rolls back.
///
/// On SQLite it holds the one writer: finish it before network, conversion or hashing, and write nothing
/// outside of it meanwhile.
#[derive(Debug)]
pub struct Tx {
    inner: Inner,
    shared: Arc<Shared>,
    jobs: bool,
    titles: Vec<TitleId>,
}

#[derive(Debug)]
enum Inner {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(crate) fn sqlite(inner: Transaction<'static, Sqlite>, shared: Arc<Shared>) -> Self {
        Self { inner: Inner::Sqlite(inner), shared, jobs: false, titles: Vec::new() }
    }

    pub(crate) fn postgres(inner: Transaction<'static, Postgres>, shared: Arc<Shared>) -> Self {
        Self { inner: Inner::Postgres(inner), shared, jobs: false, titles: Vec::new() }
    }

    /// Which database it is on.
    pub fn backend(&self) -> Backend {
        match self.inner {
            Inner::Sqlite(_) => Backend::Sqlite,
            Inner::Postgres(_) => Backend::Postgres,
        }
    }

    /// The end of a SELECT that locks its rows against other writers: empty on SQLite, where a transaction is
    /// the only writer. Other rows may still be inserted that refer to them, as during updates: otherwise
    /// their writer would wait for us while we wait for its locks.
    pub(crate) fn locking(&self) -> &'static str {
        match self.backend() {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR NO KEY UPDATE",
        }
    }

    /// Commits everything, and wakes tasks that wait for jobs or changes.
    pub async fn commit(self) -> Result<()> {
        self.shared.count();
        let changing = Changing::new(&self.shared, &self.titles);
        match self.inner {
            Inner::Sqlite(tx) => tx.commit().await?,
            Inner::Postgres(tx) => within(tx.commit()).await?,
        }
        drop(changing);
        if self.jobs {
            self.shared.jobs_enqueued();
        }
        if !self.titles.is_empty() {
            self.shared.changes_committed();
        }
        Ok(())
    }

    /// Undoes everything.
    pub async fn rollback(self) -> Result<()> {
        match self.inner {
            Inner::Sqlite(tx) => tx.rollback().await?,
            Inner::Postgres(tx) => tx.rollback().await?,
        }
        Ok(())
    }

    /// Workers are woken at commit.
    pub(crate) fn wake_jobs(&mut self) {
        self.jobs = true;
    }

    /// At commit, followers of the change log are woken, and these titles are read again.
    pub(crate) fn changed_titles(&mut self, ids: &[TitleId]) {
        self.titles.extend_from_slice(ids);
    }

    /// The connection itself.
    pub(crate) fn target(&mut self) -> Target<'_> {
        self.shared.count();
        match &mut self.inner {
            Inner::Sqlite(tx) => Target::Sqlite(&mut *tx),
            Inner::Postgres(tx) => Target::Pg(&mut *tx),
        }
    }
}

impl Conn for Tx {
    fn all<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Vec<T>>> + Send {
        self.target().all(statement)
    }

    fn optional<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Option<T>>> + Send {
        self.target().optional(statement)
    }

    fn execute(&mut self, statement: Sql) -> impl Future<Output = Result<u64>> + Send {
        self.target().execute(statement)
    }
}

/// What a database and its transactions have in common.
#[derive(Debug)]
pub(crate) struct Shared {
    statements: AtomicU64,
    jobs: watch::Sender<u64>,
    changes: watch::Sender<u64>,
    together: Coalescing,
    titles: Option<TitleCache>,
}

impl Shared {
    /// With up to `bytes` bytes of titles in memory; 0 for none.
    pub(crate) fn new(title_cache: u64) -> Self {
        Self {
            statements: AtomicU64::new(0),
            jobs: watch::Sender::new(0),
            changes: watch::Sender::new(0),
            together: Coalescing::default(),
            titles: (title_cache > 0).then(|| TitleCache::new(title_cache)),
        }
    }

    /// Titles in memory, where there is room for any.
    pub(crate) fn titles(&self) -> Option<&TitleCache> {
        self.titles.as_ref()
    }

    /// Those who wait for titles.
    pub(crate) fn together(&self) -> &Coalescing {
        &self.together
    }

    /// Statements sent so far.
    pub(crate) fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    pub(crate) fn watch_jobs(&self) -> watch::Receiver<u64> {
        self.jobs.subscribe()
    }

    pub(crate) fn watch_changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn count(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn jobs_enqueued(&self) {
        self.jobs.send_modify(|n| *n += 1);
    }

    pub(crate) fn changes_committed(&self) {
        self.changes.send_modify(|n| *n += 1);
    }
}

/// Titles that are being committed: not kept in memory until the commit has ended, well or badly, or nobody
/// waits for its end.
struct Changing<'a>(Option<(&'a TitleCache, &'a [TitleId])>);

impl<'a> Changing<'a> {
    fn new(shared: &'a Shared, titles: &'a [TitleId]) -> Self {
        let changing = shared.titles().filter(|_| !titles.is_empty()).map(|cache| (cache, titles));
        if let Some((cache, titles)) = changing {
            cache.changing(titles);
        }
        Self(changing)
    }
}

impl Drop for Changing<'_> {
    fn drop(&mut self) {
        if let Some((cache, titles)) = self.0 {
            cache.changed(titles);
        }
    }
}
