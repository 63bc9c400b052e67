//! Compares the two databases: rows and hash of each table, sequences, counters.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use store::Db;
use store::moves::{self, BatchLimit, TableDigest, TableHash, TableInfo};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::report::{CounterProof, SequenceProof, TableProof};
use super::{MoveProgress, MoveStep};

/// Interval between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Reads both databases completely and compares them, table by table. `None` if it was stopped.
pub(super) async fn compare_tables(
    source: &Db,
    target: &Db,
    tables: &[TableInfo],
    limit: BatchLimit,
    stop: &CancellationToken,
    tell: &mut impl FnMut(MoveProgress),
) -> anyhow::Result<Option<Vec<TableProof>>> {
    let mut total = 0;
    for table in tables {
        total += moves::count_rows(source, table).await?;
    }
    let rows = Arc::new(AtomicU64::new(0));
    let mut more = || {
        let done = rows.load(Ordering::Relaxed) / 2;
        tell(MoveProgress { step: MoveStep::CompareRows, done, total });
    };
    more();
    let mut proofs = Vec::new();
    for table in tables {
        // Ends with this function.
        let mut readers = JoinSet::new();
        for db in [source, target] {
            readers.spawn(hash_table(db.clone(), table.clone(), limit, Arc::clone(&rows)));
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
                () = tokio::time::sleep(PROGRESS_INTERVAL) => more(),
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
        let TableHash { rows, .. } = hashes[0];
        proofs.push(TableProof { name: table.name.clone(), rows, sha256: hashes[0].to_string() });
        more();
    }
    proofs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(proofs))
}

async fn hash_table(
    db: Db,
    table: TableInfo,
    limit: BatchLimit,
    done: Arc<AtomicU64>,
) -> store::Result<TableHash> {
    let mut digest = TableDigest::default();
    let mut after = None;
    loop {
        let batch = moves::read_batch(&db, &table, after.as_deref(), limit).await?;
        for row in &batch.rows {
            digest.add(row);
        }
        done.fetch_add(batch.rows.len() as u64, Ordering::Relaxed);
        let Some(last) = batch.last else { return Ok(digest.finish()) };
        after = Some(last);
    }
}

/// Compares the last numbers of all sequences: the next row of a table gets the number that it would have
/// had.
pub(super) async fn compare_sequences(source: &Db, target: &Db) -> anyhow::Result<Vec<SequenceProof>> {
    let (ours, theirs) = (moves::table_sequences(source).await?, moves::table_sequences(target).await?);
    let tables: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    for table in tables {
        let (one, other) = (ours.get(table), theirs.get(table));
        if one != other {
            bail!("the last number of {table} is {one:?} at the source and {other:?} at the target");
        }
    }
    Ok(ours.into_iter().map(|(table, last)| SequenceProof { table, last }).collect())
}

/// The counters of the target, which must be ahead of the rows that they number.
pub(super) async fn check_counters(target: &Db) -> anyhow::Result<Vec<CounterProof>> {
    let counters = moves::list_counters(target).await?;
    for (name, value, highest) in &counters {
        if highest.is_some_and(|highest| highest > *value) {
            bail!("the counter {name} is {value}, although a row has the number {highest:?}");
        }
    }
    Ok(counters.into_iter().map(|(name, value, _)| CounterProof { name, value }).collect())
}
