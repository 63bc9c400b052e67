//! The database side of a move of a library (docs/moving.md) and of its backups: the tables in the order of
//! their references, their rows in batches and with a hash, the numbers of sequences, the marks by which no
//! other command opens a library that is being moved, and the progress of a move that was interrupted.
//!
//! The tables are read from the schema itself, so a new table cannot be forgotten.

mod cells;
mod digest;
mod ledger;
mod marks;
mod read;
mod seal;
mod sequences;
mod source;
mod tables;
mod values;
mod write;

pub use cells::Cell;
pub use digest::{TableDigest, TableHash};
pub use ledger::{
    FileEntry, TablePosition, add_files, count_files, get_position, list_copied_files, list_files,
    save_position,
};
pub use marks::{MoveMark, MoveRole, MoveStage, find_mark, has_tables, remove_all, set};
pub use read::{BatchLimit, RowBatch};
pub use seal::{list_other_sessions, lock_writers};
pub use sequences::{set_sequence, table_sequences};
pub use source::RowSource;
pub use tables::{ColumnInfo, ColumnKind, TableInfo, list_tables};
pub use values::find_unsupported;
pub use write::{delete_rows, insert_rows};

/// The counters of the library with the highest number that is in use, `None` if it has no rows:
/// `titles` and `changes`.
pub async fn list_counters(mut conn: impl crate::Conn) -> crate::Result<Vec<(String, i64, Option<i64>)>> {
    let text = "SELECT name, value, CASE name WHEN 'titles' THEN (SELECT MAX(id) FROM titles) \
         WHEN 'changes' THEN (SELECT MAX(position) FROM change_log) END FROM counters ORDER BY name";
    conn.fetch_all(crate::Sql::new(text)).await
}
