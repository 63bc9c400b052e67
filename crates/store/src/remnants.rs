//! Remnants of deleted rows in the file of SQLite: an erasure must leave none (docs/rules/erasure.md#rule-2).
//!
//! SQLite overwrites rows when it deletes them (`secure_delete`), but not the copies that stay behind when
//! pages are split and rows move to another page. Only rewriting the file removes those.

use std::time::Duration;

use crate::{Backend, Conn as _, Db, Result, Sql};

/// Maximum size of a file that is rewritten, in bytes: writers wait meanwhile, about a second per 100 MB.
const MAX_REWRITTEN_BYTES: i64 = 256 << 20;
/// Maximum number of attempts to empty the write-ahead log, which readers may still need.
const MAX_CHECKPOINTS: u32 = 100;
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemnantRemoval {
    /// PostgreSQL: rewriting its files is left to the operator.
    ServerDatabase,
    /// The file is too large to be rewritten while others write. The write-ahead log is empty.
    FileTooLarge,
    /// Only present rows are in the file, and the write-ahead log is empty.
    Removed,
    /// The file was rewritten, but readers still used the write-ahead log.
    LogInUse,
}

/// Rewrites the file of SQLite without what deleted rows have left in it, unless it is large, and empties the
/// write-ahead log.
pub async fn remove(db: &Db) -> Result<RemnantRemoval> {
    if db.backend() == Backend::Postgres {
        return Ok(RemnantRemoval::ServerDatabase);
    }
    let mut conn = db;
    let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let bytes = conn.fetch_one::<i64>(Sql::new(size)).await?;
    let is_small = bytes <= MAX_REWRITTEN_BYTES;
    if is_small {
        // As a query, because other writes are grouped in a transaction, in which SQLite refuses this.
        conn.fetch_all::<i64>(Sql::new("VACUUM")).await?;
    }
    Ok(match (empty_log(db).await?, is_small) {
        (false, _) => RemnantRemoval::LogInUse,
        (true, true) => RemnantRemoval::Removed,
        (true, false) => RemnantRemoval::FileTooLarge,
    })
}

/// Writes the write-ahead log into the file and truncates it. Returns false if readers keep it.
async fn empty_log(db: &Db) -> Result<bool> {
    let mut conn = db;
    for _ in 0..MAX_CHECKPOINTS {
        let statement = Sql::new("PRAGMA wal_checkpoint(TRUNCATE)");
        let (is_busy, _, _) = conn.fetch_one::<(i64, i64, i64)>(statement).await?;
        if is_busy == 0 {
            return Ok(true);
        }
        tokio::time::sleep(CHECKPOINT_INTERVAL).await;
    }
    Ok(false)
}
