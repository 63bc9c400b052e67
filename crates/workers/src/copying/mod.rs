//! Copies the rows of a library into another database, and compares or hashes them: for moves and backups.

mod compare;
mod files;
mod rows;
mod target;

pub use compare::TableProof;
pub(crate) use compare::{compare_sequences, compare_tables, hash_tables, read_counters};
pub(crate) use files::{check_empty, folders_to_move, write_atomically};
pub(crate) use rows::{copy_sequences, copy_tables};
pub(crate) use target::{TargetState, clear_mark, connect_durably, inspect_target, prepare_target, set_mark};

use anyhow::bail;
use store::moves::{self, BatchLimit, TableInfo};
use store::{Backend, Db};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepProgress<S> {
    pub step: S,
    /// Bytes of the database, rows, or files.
    pub done: u64,
    /// The total: exact for bytes and rows, approximate for files of a backup that is being taken.
    pub total: u64,
}

/// A batch of rows: two of them are in memory.
pub const DEFAULT_BATCH: BatchLimit = BatchLimit { rows: 5_000, bytes: 8 << 20 };

/// Refuses values that the target cannot store, and names their rows.
pub(crate) async fn check_values(db: &Db, tables: &[TableInfo], target: Backend) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for table in tables {
        faults.extend(moves::find_unsupported(db, table, target).await?);
    }
    if !faults.is_empty() {
        bail!(
            "{target} cannot store some values (a NUL character in text, or a number that is not one); \
             correct them first:\n  {}",
            faults.join("\n  ")
        );
    }
    Ok(())
}
