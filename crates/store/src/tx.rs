//! Transactions.

use std::future::Future;
use std::sync::Arc;

use sqlx::{Postgres, Sqlite, Transaction};

use crate::conn::{Conn, Row, Target};
use crate::db::{Backend, Shared};
use crate::error::Result;
use crate::sql::Statement;

/// A transaction: nothing it did stands before [`Tx::commit`]; dropped, it is rolled back.
///
/// On SQLite it holds the one writer: finish it before network, conversion or hashing, and write nothing
/// beside it meanwhile.
#[derive(Debug)]
pub struct Tx {
    inner: Inner,
    shared: Arc<Shared>,
    jobs: bool,
    changes: bool,
}

#[derive(Debug)]
enum Inner {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(crate) fn sqlite(inner: Transaction<'static, Sqlite>, shared: Arc<Shared>) -> Self {
        Self { inner: Inner::Sqlite(inner), shared, jobs: false, changes: false }
    }

    pub(crate) fn postgres(inner: Transaction<'static, Postgres>, shared: Arc<Shared>) -> Self {
        Self { inner: Inner::Postgres(inner), shared, jobs: false, changes: false }
    }

    /// Which database it is on.
    pub fn backend(&self) -> Backend {
        match self.inner {
            Inner::Sqlite(_) => Backend::Sqlite,
            Inner::Postgres(_) => Backend::Postgres,
        }
    }

    /// What a SELECT ends with to lock its rows: nothing on SQLite, where a transaction is the only writer.
    pub(crate) fn locking(&self) -> &'static str {
        match self.backend() {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE",
        }
    }

    /// Makes everything stand, and wakes those who wait for jobs or changes.
    pub async fn commit(self) -> Result<()> {
        self.shared.count();
        match self.inner {
            Inner::Sqlite(tx) => tx.commit().await?,
            Inner::Postgres(tx) => tx.commit().await?,
        }
        if self.jobs {
            self.shared.jobs_enqueued();
        }
        if self.changes {
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

    /// Followers of the change log are woken at commit.
    pub(crate) fn wake_changes(&mut self) {
        self.changes = true;
    }

    fn target(&mut self) -> Target<'_> {
        self.shared.count();
        match &mut self.inner {
            Inner::Sqlite(tx) => Target::Sqlite(&mut *tx),
            Inner::Postgres(tx) => Target::Pg(&mut *tx),
        }
    }
}

impl Conn for Tx {
    fn all<T: Row>(&mut self, statement: impl Statement) -> impl Future<Output = Result<Vec<T>>> + Send {
        let built = statement.build(self.backend());
        self.target().all(built)
    }

    fn optional<T: Row>(
        &mut self,
        statement: impl Statement,
    ) -> impl Future<Output = Result<Option<T>>> + Send {
        let built = statement.build(self.backend());
        self.target().optional(built)
    }

    fn execute(&mut self, statement: impl Statement) -> impl Future<Output = Result<u64>> + Send {
        let built = statement.build(self.backend());
        self.target().execute(built)
    }
}
