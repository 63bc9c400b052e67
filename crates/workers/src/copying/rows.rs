//! Copies the rows of all tables. The next batch is read while the last one is written.

use anyhow::Context as _;
use store::Db;
use store::moves::{self, BatchLimit, RowBatch, RowSource, TableInfo, TablePosition};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Copies the rows that the target does not have yet. `on_progress` is called with the number of copied rows
/// and of all rows. Returns false if it was stopped.
pub(crate) async fn copy_tables(
    source: &RowSource,
    target: &Db,
    tables: &[TableInfo],
    limit: BatchLimit,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(u64, u64),
) -> anyhow::Result<bool> {
    let (mut total, mut done) = (0, 0);
    for table in tables {
        total += source.count_rows(table).await?;
        done += moves::get_position(target, &table.name).await?.rows;
    }
    let mut add_progress = |rows: u64| {
        done += rows;
        on_progress(done, total);
    };
    add_progress(0);
    for table in tables {
        let copied = copy_table(source, target, table, limit, stop, &mut add_progress).await;
        if !copied.with_context(|| format!("copying the table {}", table.name))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Copies the last numbers of sequences.
pub(crate) async fn copy_sequences(source: &Db, target: &Db) -> anyhow::Result<()> {
    let mut tx = target.begin().await?;
    for (table, last) in moves::table_sequences(source).await? {
        moves::set_sequence(&mut tx, &table, last).await?;
    }
    Ok(tx.commit().await?)
}

async fn copy_table(
    source: &RowSource,
    target: &Db,
    table: &TableInfo,
    limit: BatchLimit,
    stop: &CancellationToken,
    add_progress: &mut impl FnMut(u64),
) -> anyhow::Result<bool> {
    let mut position = moves::get_position(target, &table.name).await?;
    if position.is_complete {
        return Ok(true);
    }
    let (sender, mut batches) = mpsc::channel(1);
    // Ends with this function.
    let mut reader = JoinSet::new();
    reader.spawn(read_batches(source.clone(), table.clone(), position.last.clone(), limit, sender));
    while let Some(batch) = batches.recv().await {
        let RowBatch { rows, last } = batch?;
        if stop.is_cancelled() {
            return Ok(false);
        }
        let count = rows.len() as u64;
        let mut tx = target.begin().await?;
        position = match last {
            Some(last) => TablePosition { last: Some(last), rows: position.rows + count, is_complete: false },
            None => TablePosition { is_complete: true, ..position },
        };
        if count > 0 {
            moves::insert_rows(&mut tx, table, rows).await?;
        }
        moves::save_position(&mut tx, &table.name, &position).await?;
        tx.commit().await?;
        add_progress(count);
    }
    Ok(position.is_complete)
}

/// Sends the batches of a table, and after the last one an empty one.
async fn read_batches(
    source: RowSource,
    table: TableInfo,
    mut after: Option<Vec<moves::Cell>>,
    limit: BatchLimit,
    sender: mpsc::Sender<store::Result<RowBatch>>,
) {
    loop {
        let batch = source.read_batch(&table, after.as_deref(), limit).await;
        after = batch.as_ref().ok().and_then(|batch| batch.last.clone());
        // The receiver has gone if copying was stopped or failed.
        if sender.send(batch).await.is_err() || after.is_none() {
            return;
        }
    }
}
