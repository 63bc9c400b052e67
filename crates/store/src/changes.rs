//! The change log that search indexes follow: which title changed, at a position that grows.
//!
//! Positions come from one counter row. A transaction that takes a position keeps the row locked until the
//! commit, so positions become visible in their own order, and a follower that has read up to a position
//! never misses a lower one that is committed later.

use domain::TitleId;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, Result, Sql, Tx, insert_rows};

/// Keeps all other writers of titles out until the transaction ends. On SQLite there is only one writer
/// anyway.
pub(crate) async fn lock(tx: &mut Tx) -> Result<()> {
    if tx.lock_clause().is_empty() {
        return Ok(());
    }
    let statement =
        Sql::new(format!("SELECT value FROM counters WHERE name = 'changes'{}", tx.lock_clause()));
    tx.fetch_one::<i64>(statement).await.map(drop)
}

/// Notes that these titles changed. Writing titles does this already; it is for other data that an index
/// shows.
pub async fn append(tx: &mut Tx, titles: &[TitleId]) -> Result<()> {
    if titles.is_empty() {
        return Ok(());
    }
    let count = i64::try_from(titles.len()).unwrap_or(i64::MAX);
    let statement =
        Sql::new("UPDATE counters SET value = value + $1 WHERE name = 'changes' RETURNING value").bind(count);
    let last = tx.fetch_one::<i64>(statement).await?;
    let row = |(position, title): (i64, &TitleId)| {
        TableRow::new("change_log").set("position", position).set("title_id", *title)
    };
    let rows = (last - count + 1..).zip(titles).map(row);
    tx.execute_each(insert_rows(rows, OnConflict::Fail)).await?;
    tx.mark_titles_changed(titles);
    Ok(())
}

/// Titles that changed after a position, in the order of the log.
pub async fn list_since(mut conn: impl Conn, position: i64, limit: u32) -> Result<Vec<(i64, TitleId)>> {
    let statement =
        Sql::new("SELECT position, title_id FROM change_log WHERE position > $1 ORDER BY position LIMIT $2")
            .bind_all((position, limit));
    conn.fetch_all(statement).await
}

/// The last position; 0 when nothing has ever changed.
pub async fn last_position(mut conn: impl Conn) -> Result<i64> {
    conn.fetch_one(Sql::new("SELECT COALESCE(MAX(position), 0) FROM change_log")).await
}
