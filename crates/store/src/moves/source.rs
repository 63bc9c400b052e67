//! The rows of a database: current at each read, or all from one snapshot.

use std::sync::Arc;

use tokio::sync::Mutex;

use super::cells::Cell;
use super::digest::{TableDigest, TableHash};
use super::read::{BatchLimit, RowBatch, ValueCheck, batch_statement, collect_batch, count_rows};
use super::tables::TableInfo;
use crate::{Conn, Db, Result, Sql, Tx};

/// The rows of a database. A clone reads the same rows.
#[derive(Debug, Clone)]
pub struct RowSource(SourceKind);

#[derive(Debug, Clone)]
enum SourceKind {
    Current(Db),
    Snapshot(Arc<Mutex<Tx>>),
}

impl RowSource {
    /// Current rows at each read, for a database without writers.
    #[must_use]
    pub fn from_db(db: &Db) -> Self {
        Self(SourceKind::Current(db.clone()))
    }

    /// The rows of a PostgreSQL database as of this moment. Other sessions read and write meanwhile, and what
    /// they commit is not visible. Ends when the last clone is dropped. A SQLite database is copied instead
    /// ([`crate::backup::copy_database`]), because a transaction would keep writers out.
    ///
    /// # Errors
    /// The transaction cannot begin.
    pub async fn begin_snapshot(db: &Db) -> Result<Self> {
        let mut tx = db.begin().await?;
        for statement in [
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
            // The transaction is idle while batches are written elsewhere.
            "SET LOCAL idle_in_transaction_session_timeout = 0",
        ] {
            tx.execute(Sql::new(statement)).await?;
        }
        // The first statement that reads determines the moment.
        tx.fetch_one::<i64>(Sql::new("SELECT COUNT(*) FROM counters")).await?;
        Ok(Self(SourceKind::Snapshot(Arc::new(Mutex::new(tx)))))
    }

    /// Reads the next rows after a key, or the first ones.
    ///
    /// # Errors
    /// The database cannot be read, or a row has a value of another kind than its column's.
    pub async fn read_batch(
        &self,
        table: &TableInfo,
        after: Option<&[Cell]>,
        limit: BatchLimit,
    ) -> Result<RowBatch> {
        self.read(table, after, limit, ValueCheck::Kinds).await
    }

    pub async fn count_rows(&self, table: &TableInfo) -> Result<u64> {
        match &self.0 {
            SourceKind::Current(db) => count_rows(db, table).await,
            SourceKind::Snapshot(tx) => count_rows(&mut *tx.lock().await, table).await,
        }
    }

    /// Reads a table completely and returns its hash. `on_progress` is called with the number of rows of each
    /// batch.
    pub async fn hash_table(
        &self,
        table: &TableInfo,
        limit: BatchLimit,
        mut on_progress: impl FnMut(u64),
    ) -> Result<TableHash> {
        let mut digest = TableDigest::default();
        let mut after = None;
        loop {
            let batch = self.read(table, after.as_deref(), limit, ValueCheck::None).await?;
            for row in &batch.rows {
                digest.add(row);
            }
            on_progress(batch.rows.len() as u64);
            let Some(last) = batch.last else { return Ok(digest.finish()) };
            after = Some(last);
        }
    }

    async fn read(
        &self,
        table: &TableInfo,
        after: Option<&[Cell]>,
        limit: BatchLimit,
        check: ValueCheck,
    ) -> Result<RowBatch> {
        let statement = batch_statement(table, after, limit)?;
        match &self.0 {
            SourceKind::Current(db) => collect_batch(table, db.stream_rows(statement), limit, check).await,
            SourceKind::Snapshot(tx) => {
                let mut tx = tx.lock().await;
                collect_batch(table, tx.stream_rows(statement), limit, check).await
            }
        }
    }
}
