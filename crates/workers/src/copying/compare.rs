//! Compares the two databases: rows and hash of each table, sequences, counters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use store::Db;
use store::moves::{self, BatchLimit, RowSource, TableHash, TableInfo};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Interval between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableProof {
    pub name: String,
    pub rows: u64,
    /// The SHA-256 of all values in the order of the key ([`moves::TableHash`]).
    pub sha256: String,
}

impl TableProof {
    fn new(table: &TableInfo, hash: &TableHash) -> Self {
        Self { name: table.name.clone(), rows: hash.rows, sha256: hash.to_string() }
    }
}

/// Reads both databases completely and compares them, table by table. `on_progress` is called with the number
/// of compared rows and of all rows. Returns the tables by name; `None` if it was stopped.
pub(crate) async fn compare_tables(
    source: &RowSource,
    target: &RowSource,
    tables: &[TableInfo],
    limit: BatchLimit,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(u64, u64),
) -> anyhow::Result<Option<Vec<TableProof>>> {
    let total = count_rows(source, tables).await?;
    let rows = Arc::new(AtomicU64::new(0));
    let mut report_progress = || on_progress(rows.load(Ordering::Relaxed) / 2, total);
    report_progress();
    let mut proofs = Vec::new();
    for table in tables {
        // Ends with this function.
        let mut readers = JoinSet::new();
        for source in [source, target] {
            readers.spawn(hash_table(source.clone(), table.clone(), limit, Arc::clone(&rows)));
        }
        let mut hashes = Vec::new();
        while hashes.len() < 2 {
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(None),
                joined = readers.join_next() => {
                    let hash = joined.context("a reader of a table is missing")??;
                    hashes.push(hash.with_context(|| format!("reading the table {}", table.name))?);
                }
                () = tokio::time::sleep(PROGRESS_INTERVAL) => report_progress(),
            }
        }
        if hashes[0] != hashes[1] {
            bail!(
                "the table {} differs: {} and {} rows, hashes {} and {}",
                table.name,
                hashes[0].rows,
                hashes[1].rows,
                hashes[0],
                hashes[1]
            );
        }
        proofs.push(TableProof::new(table, &hashes[0]));
        report_progress();
    }
    proofs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(proofs))
}

/// Reads a database completely and returns the hash of each table, by name; `None` if it was stopped.
/// `on_progress` is called with the number of rows that were read and of all rows.
pub(crate) async fn hash_tables(
    source: &RowSource,
    tables: &[TableInfo],
    limit: BatchLimit,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(u64, u64),
) -> anyhow::Result<Option<Vec<TableProof>>> {
    let total = count_rows(source, tables).await?;
    let mut done = 0;
    let mut add_progress = |rows: u64| {
        done += rows;
        on_progress(done, total);
    };
    add_progress(0);
    let mut proofs = Vec::new();
    for table in tables {
        let hash = tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(None),
            hash = source.hash_table(table, limit, &mut add_progress) => hash,
        };
        let hash = hash.with_context(|| format!("reading the table {}", table.name))?;
        proofs.push(TableProof::new(table, &hash));
    }
    proofs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(proofs))
}

async fn count_rows(source: &RowSource, tables: &[TableInfo]) -> store::Result<u64> {
    let mut total = 0;
    for table in tables {
        total += source.count_rows(table).await?;
    }
    Ok(total)
}

async fn hash_table(
    source: RowSource,
    table: TableInfo,
    limit: BatchLimit,
    done: Arc<AtomicU64>,
) -> store::Result<TableHash> {
    let count = |rows| {
        done.fetch_add(rows, Ordering::Relaxed);
    };
    source.hash_table(&table, limit, count).await
}

/// Compares the last numbers of all sequences: the next row of a table gets the number that it would have
/// had. Returns the last number of each table.
pub(crate) async fn compare_sequences(source: &Db, target: &Db) -> anyhow::Result<BTreeMap<String, i64>> {
    let (ours, theirs) = (moves::table_sequences(source).await?, moves::table_sequences(target).await?);
    let tables: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    for table in tables {
        let (one, other) = (ours.get(table), theirs.get(table));
        if one != other {
            bail!("the last number of {table} is {one:?} at the source and {other:?} at the target");
        }
    }
    Ok(ours)
}

/// The counters of a copy by name, which must be ahead of the rows that they number.
pub(crate) async fn read_counters(target: &Db) -> anyhow::Result<Vec<(String, i64)>> {
    let counters = moves::list_counters(target).await?;
    for (name, value, highest) in &counters {
        if highest.is_some_and(|highest| highest > *value) {
            bail!("the counter {name} is {value}, although a row has the number {highest:?}");
        }
    }
    Ok(counters.into_iter().map(|(name, value, _)| (name, value)).collect())
}
