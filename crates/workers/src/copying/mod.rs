//! Copies the rows of a library into another database, and compares or hashes them: for moves and backups.

mod compare;
mod files;
mod rows;
mod target;
mod values;

pub use compare::TableProof;
pub(crate) use compare::{compare_sequences, compare_tables, hash_tables, read_counters};
pub(crate) use files::{check_empty, folders_to_move, write_atomically};
pub(crate) use rows::{copy_sequences, copy_tables};
pub(crate) use target::{TargetState, clear_mark, connect_durably, inspect_target, prepare_target, set_mark};
pub(crate) use values::check_values;

use store::moves::BatchLimit;

/// A batch of rows: two of them are in memory.
pub const DEFAULT_BATCH: BatchLimit = BatchLimit { rows: 5_000, bytes: 8 << 20 };
