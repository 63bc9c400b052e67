//! Artifacts that the file store keeps: converted files before marking, for as long as they are used. A key
//! names content, settings and converter.

use domain::{Format, Item};
use jiff::Timestamp;

use crate::downloads::item_columns;
use crate::values::to_bigint;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

/// A converted file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredArtifact {
    /// Names the source's content, the format, the settings and the converter.
    pub key: String,
    /// Owner of the file.
    pub item: Item,
    pub format: Format,
    /// Name and version of the converter that made it.
    pub converter: String,
    /// Its key in the file store.
    pub file: String,
    /// Bytes that it occupies, with its sidecar files.
    pub size: u64,
    /// Its own size in bytes; 0 if unknown.
    pub file_size: u64,
    pub last_used: Timestamp,
}

record! {
    StoredArtifact {
        key,
        item: "title_id, edition_id",
        format,
        converter,
        file,
        size,
        file_size: "COALESCE(file_size, 0)",
        last_used,
    }
}

pub async fn find(mut conn: impl Conn, key: &str) -> Result<Option<StoredArtifact>> {
    conn.fetch_optional(StoredArtifact::select_from("artifacts WHERE key = $1").bind(key)).await
}

/// Notes that a file was used. False if there is none with this key.
pub async fn touch(mut conn: impl Conn, key: &str, now: Timestamp) -> Result<bool> {
    let statement = Sql::new("UPDATE artifacts SET last_used = $2 WHERE key = $1").bind(key).bind(now);
    conn.affects_rows(statement).await
}

/// Records a file, replacing one with the same key. A size of 0 is unknown, and leaves the stored one
/// unchanged. Returns the file's own size, 0 if unknown.
pub async fn put(mut conn: impl Conn, artifact: &StoredArtifact) -> Result<u64> {
    let (title, edition) = item_columns(&artifact.item);
    let statement = Sql::new(
        "INSERT INTO artifacts (key, title_id, edition_id, format, converter, file, size, file_size, last_used) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $8) \
         ON CONFLICT (key) DO UPDATE SET title_id = excluded.title_id, edition_id = excluded.edition_id, \
         format = excluded.format, \
         converter = excluded.converter, file = excluded.file, \
         size = CASE WHEN excluded.size > 0 THEN excluded.size ELSE artifacts.size END, \
         file_size = COALESCE(excluded.file_size, artifacts.file_size), \
         last_used = excluded.last_used RETURNING file_size",
    )
    .bind(artifact.key.as_str())
    .bind(title)
    .bind(edition)
    .bind(artifact.format.as_str())
    .bind(artifact.converter.as_str())
    .bind(artifact.file.as_str())
    .bind(to_bigint(artifact.size)?)
    .bind(artifact.last_used)
    .bind(Some(to_bigint(artifact.file_size)?).filter(|size| *size > 0));
    Ok(conn.fetch_one::<Option<u64>>(statement).await?.unwrap_or_default())
}

/// The condition of an unused file: it was last used before `$1`, no package is this file, and no
/// delivery address may point to it any more.
const UNUSED_CONDITION: &str = "last_used < $1 \
     AND file NOT IN (SELECT package FROM downloads WHERE package IS NOT NULL) \
     AND file NOT IN (SELECT key FROM discarded_files)";

/// Files that are unused and were not used since a moment, the longest unused first: the first to delete.
pub async fn list_unused(mut conn: impl Conn, before: Timestamp, limit: u32) -> Result<Vec<StoredArtifact>> {
    let source = format!("artifacts WHERE {UNUSED_CONDITION} ORDER BY last_used, key LIMIT $2");
    conn.fetch_all(StoredArtifact::select_from(&source).bind(before).bind(limit)).await
}

/// Removes the record of a file that is still unused. Delete the file before the transaction ends: a request
/// for it in the meantime waits for the row ([`put`]) and makes the file again.
pub async fn remove_if_unused(tx: &mut Tx, key: &str, before: Timestamp) -> Result<bool> {
    let statement = Sql::new(format!("DELETE FROM artifacts WHERE key = $2 AND {UNUSED_CONDITION}"))
        .bind_all((before, key));
    tx.affects_rows(statement).await
}

/// Keys of files in the file store, with greater keys than one, by key: a walk through all of them begins
/// with the empty key.
pub async fn list_after(mut conn: impl Conn, key: &str, limit: u32) -> Result<Vec<(String, String)>> {
    let statement = Sql::new("SELECT key, file FROM artifacts WHERE key > $1 ORDER BY key LIMIT $2")
        .bind_all((key, limit));
    conn.fetch_all(statement).await
}

/// Bytes of all files together.
pub async fn total_size(mut conn: impl Conn) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM artifacts")).await
}

/// Forgets files; unknown keys are not an error. Returns how many there were.
pub async fn remove_many(mut conn: impl Conn, keys: &[&str]) -> Result<u64> {
    conn.execute_each(Sql::new("DELETE FROM artifacts WHERE key IN (?)").for_keys(keys.iter().copied())).await
}
