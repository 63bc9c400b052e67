//! Unreferenced files. Their keys are written in the transaction that removes the last reference, so that no
//! file is leaked by a crash before its deletion.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, Result, Sql, insert_rows};

/// Notes that a file may be deleted. Of several times the last one counts: a shared file is free
/// when its last user releases it.
pub async fn add(conn: impl Conn, key: &str, now: Timestamp) -> Result<()> {
    add_many(conn, &BTreeSet::from([key]), now).await
}

/// Notes that several files may be deleted, as [`add`] does with one.
pub async fn add_many(mut conn: impl Conn, keys: &BTreeSet<&str>, now: Timestamp) -> Result<()> {
    let row = |key: &&str| TableRow::new("discarded_files").set("key", *key).set("discarded_at", now);
    let statements = insert_rows(keys.iter().map(row), OnConflict::Replace(&["key"]));
    conn.execute_each(statements).await.map(drop)
}

/// Keys discarded before a moment, oldest first. Leave files alone as long as a delivery address may still
/// point to them.
pub async fn list(mut conn: impl Conn, before: Timestamp, limit: u32) -> Result<Vec<String>> {
    let statement = Sql::new(
        "SELECT key FROM discarded_files WHERE discarded_at < $1 ORDER BY discarded_at, key LIMIT $2",
    )
    .bind_all((before, limit));
    conn.fetch_all(statement).await
}

/// Deletes the keys of files that are deleted. Returns how many.
pub async fn remove(mut conn: impl Conn, keys: &[String]) -> Result<u64> {
    conn.execute_each(Sql::new("DELETE FROM discarded_files WHERE key IN (?)").for_keys(keys)).await
}
