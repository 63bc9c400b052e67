//! Unreferenced files. Their keys are written in the transaction that removes the last reference, so that no
//! file is leaked by a crash before its deletion.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::sql::insert_in_chunks;
use crate::{Conn, OnConflict, Result, Sql};

/// Notes that a file may be deleted. Of several times the last one counts: a shared file is free
/// when its last user releases it.
pub async fn add(conn: impl Conn, key: &str, now: Timestamp) -> Result<()> {
    add_many(conn, &BTreeSet::from([key]), now).await
}

/// Notes that several files may be deleted, as [`add`] does with one.
pub async fn add_many(mut conn: impl Conn, keys: &BTreeSet<&str>, now: Timestamp) -> Result<()> {
    let rows = keys.iter().map(|key| [(*key).into(), now.as_microsecond().into()]);
    let replaces = OnConflict::Replace(&["key"]);
    let statements = insert_in_chunks("discarded_files", ["key", "discarded_at"], rows, replaces);
    conn.execute_each(statements).await.map(drop)
}

/// Keys discarded before a moment, oldest first. Leave files alone as long as a delivery address may still
/// point to them.
pub async fn list(mut conn: impl Conn, before: Timestamp, limit: u32) -> Result<Vec<String>> {
    let statement = Sql::new(
        "SELECT key FROM discarded_files WHERE discarded_at < $1 ORDER BY discarded_at, key LIMIT $2",
    )
    .bind_time(before)
    .bind(i64::from(limit));
    Ok(conn.fetch_all::<(String,)>(statement).await?.into_iter().map(|(key,)| key).collect())
}

/// Deletes the keys of files that are deleted. Returns how many.
pub async fn remove(mut conn: impl Conn, keys: &[String]) -> Result<u64> {
    conn.execute_each(Sql::new("DELETE FROM discarded_files WHERE key IN (?)").for_keys(keys)).await
}
