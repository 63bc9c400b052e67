//! The progress of a move: the last copied row of each table, and the copied files.

use std::collections::HashSet;

use crate::json::ReplacedValue;
use crate::sql::TableRow;
use crate::values::to_bigint;
use crate::{
    Conn, Db, OnConflict, Record as _, Result, Sql, Tx, insert_rows, parse_record, record, replaced_value,
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

record! { FileEntry { key, size, sha256 } }

/// Programs of different versions do not continue each other's moves.
impl ReplacedValue for Vec<Cell> {}

/// The progress of copying a table.
pub async fn get_position(mut conn: impl Conn, table: &str) -> Result<TablePosition> {
    let text = "SELECT last_key, row_count, is_complete FROM _move_tables WHERE name = $1";
    let row = conn.fetch_optional::<(Option<String>, u64, bool)>(Sql::new(text).bind(table)).await?;
    let Some((last, rows, is_complete)) = row else { return Ok(TablePosition::default()) };
    Ok(TablePosition { last: last.as_deref().map(parse_record).transpose()?, rows, is_complete })
}

/// Saves the progress of copying a table, in the transaction that copies.
pub async fn save_position(tx: &mut Tx, table: &str, position: &TablePosition) -> Result<()> {
    let row = TableRow::new("_move_tables")
        .set("name", table)
        .set("last_key", position.last.as_ref().map(replaced_value).transpose()?)
        .set("row_count", to_bigint(position.rows)?)
        .set("is_complete", position.is_complete);
    tx.execute(row.upsert(&["name"])).await.map(drop)
}

/// The keys of those of these files that have been copied.
pub async fn list_copied_files(mut conn: impl Conn, keys: &[&str]) -> Result<HashSet<String>> {
    let select = Sql::new("SELECT key FROM _move_files WHERE key IN (?)");
    conn.fetch_each(select.for_keys(keys.iter().copied())).await
}

/// Notes copied files.
pub async fn add_files(mut db: &Db, files: &[FileEntry]) -> Result<()> {
    let row = |file: &FileEntry| {
        let row = TableRow::new("_move_files").set("key", &file.key).set("size", to_bigint(file.size)?);
        Ok(row.set("sha256", &file.sha256))
    };
    let rows = files.iter().map(row).collect::<Result<Vec<_>>>()?;
    db.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}

/// Number and bytes of the copied files.
pub async fn count_files(mut conn: impl Conn) -> Result<(u64, u64)> {
    let text = "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM _move_files";
    conn.fetch_one(Sql::new(text)).await
}

/// The next copied files after a key, by key.
pub async fn list_files(mut conn: impl Conn, after: &str, limit: u32) -> Result<Vec<FileEntry>> {
    let statement = FileEntry::select_from("_move_files WHERE key > $1 ORDER BY key LIMIT $2");
    conn.fetch_all(statement.bind(after).bind(limit)).await
}
