//! The progress of a move: the last copied row of each table, and the copied files.

use std::collections::HashSet;

use crate::json::ReplacedValue;
use crate::values::to_bigint;
use crate::{
    Conn, Db, OnConflict, Result, Sql, Tx, Value, insert_rows, parse_record, replaced_value, to_count,
};

use super::cells::Cell;

/// The progress of copying a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TablePosition {
    /// The key of the last copied row.
    pub last: Option<Vec<Cell>>,
    pub rows: u64,
    /// True if it has no more rows.
    pub is_complete: bool,
}

/// A copied file whose copy was read and compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub key: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// Programs of different versions do not continue each other's moves.
impl ReplacedValue for Vec<Cell> {}

/// The progress of copying a table.
pub async fn get_position(mut conn: impl Conn, table: &str) -> Result<TablePosition> {
    let text = "SELECT last_key, row_count, is_complete FROM _move_tables WHERE name = $1";
    let row = conn.fetch_optional::<(Option<String>, i64, bool)>(Sql::new(text).bind(table)).await?;
    let Some((last, rows, is_complete)) = row else { return Ok(TablePosition::default()) };
    Ok(TablePosition {
        last: last.as_deref().map(parse_record).transpose()?,
        rows: to_count(rows)?,
        is_complete,
    })
}

/// Saves the progress of copying a table, in the transaction that copies.
pub async fn save_position(tx: &mut Tx, table: &str, position: &TablePosition) -> Result<()> {
    let columns = ["name", "last_key", "row_count", "is_complete"];
    let row = [
        table.into(),
        position.last.as_ref().map(replaced_value).transpose()?.into(),
        to_bigint(position.rows)?.into(),
        position.is_complete.into(),
    ];
    tx.execute(insert_rows("_move_tables", columns, vec![row], OnConflict::Replace(&["name"])))
        .await
        .map(drop)
}

/// The keys of those of these files that have been copied.
pub async fn list_copied_files(mut conn: impl Conn, keys: &[&str]) -> Result<HashSet<String>> {
    let select = Sql::new("SELECT key FROM _move_files WHERE key IN (?)");
    let rows = conn.fetch_each::<(String,)>(select.for_keys(keys.iter().copied())).await?;
    Ok(rows.into_iter().map(|(key,)| key).collect())
}

/// Notes copied files.
pub async fn add_files(mut db: &Db, files: &[FileEntry]) -> Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let row = |file: &FileEntry| -> Result<[Value; 3]> {
        Ok([file.key.as_str().into(), to_bigint(file.size)?.into(), file.sha256.as_str().into()])
    };
    let rows = files.iter().map(row).collect::<Result<Vec<_>>>()?;
    let columns = ["key", "size", "sha256"];
    db.execute(insert_rows("_move_files", columns, rows, OnConflict::Keep)).await.map(drop)
}

/// Number and bytes of the copied files.
pub async fn count_files(mut conn: impl Conn) -> Result<(u64, u64)> {
    let text = "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM _move_files";
    let (files, bytes) = conn.fetch_one::<(i64, i64)>(Sql::new(text)).await?;
    Ok((to_count(files)?, to_count(bytes)?))
}

/// The next copied files after a key, by key.
pub async fn list_files(mut conn: impl Conn, after: &str, limit: u32) -> Result<Vec<FileEntry>> {
    let text = "SELECT key, size, sha256 FROM _move_files WHERE key > $1 ORDER BY key LIMIT $2";
    let rows =
        conn.fetch_all::<(String, i64, String)>(Sql::new(text).bind(after).bind(i64::from(limit))).await?;
    let entry = |(key, size, sha256)| Ok(FileEntry { key, size: to_count(size)?, sha256 });
    rows.into_iter().map(entry).collect()
}
