//! The mark of a database that is being moved or restored. While it exists, no other command opens the
//! library.
//!
//! The tables of a move begin with `_` and are not part of the library: they are in no migration, and no move
//! copies them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::json::ReplacedValue;
use crate::{Backend, Conn, Result, Sql, Tx, parse_record, replaced_value};

/// Programs of different versions do not continue each other's moves.
impl ReplacedValue for MoveMark {}

/// The mark of a database that is being moved or restored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveMark {
    /// Identifies the move; both of its databases have the same.
    pub id: String,
    /// The part of this database.
    pub role: MoveRole,
    pub stage: MoveStage,
    /// The other locations of the library, without passwords.
    pub other: String,
    pub started: Timestamp,
}

/// The part of a database in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MoveRole {
    /// The one that is copied.
    Source,
    /// The copy.
    Target,
    /// The copy of a backup.
    Restored,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MoveStage {
    /// The target's tables are being made.
    Preparing,
    /// Rows and files are being copied.
    Copying,
    /// The library is at the target.
    Moved,
}

/// The tables of a move: the mark, the positions in tables, and the copied files.
const MOVE_TABLES: [&str; 3] = ["_move", "_move_tables", "_move_files"];

/// The mark of a database, if it is being moved.
pub async fn find_mark(mut db: &crate::Db) -> Result<Option<MoveMark>> {
    let text = match db.backend() {
        Backend::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_move'",
        Backend::Postgres => {
            "SELECT COUNT(*) FROM pg_tables WHERE tablename = '_move' AND schemaname = current_schema()"
        }
    };
    if db.fetch_one::<i64>(Sql::new(text)).await? == 0 {
        return Ok(None);
    }
    let document = db.fetch_optional::<String>(Sql::new("SELECT document FROM _move")).await?;
    document.as_deref().map(parse_record).transpose()
}

/// Returns true if a database has any tables.
pub async fn has_tables(mut db: &crate::Db) -> Result<bool> {
    let text = match db.backend() {
        Backend::Sqlite => "SELECT COUNT(*) FROM sqlite_master",
        Backend::Postgres => "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()",
    };
    Ok(db.fetch_one::<i64>(Sql::new(text)).await? > 0)
}

/// Marks a database, in place of an earlier mark.
pub async fn set(tx: &mut Tx, mark: &MoveMark) -> Result<()> {
    let key_type = match tx.backend() {
        Backend::Sqlite => "TEXT",
        Backend::Postgres => "TEXT COLLATE \"C\"",
    };
    for statement in [
        "CREATE TABLE IF NOT EXISTS _move (document TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS _move_tables (name TEXT NOT NULL PRIMARY KEY, last_key TEXT, \
         row_count BIGINT NOT NULL, is_complete BOOLEAN NOT NULL)",
        &format!(
            "CREATE TABLE IF NOT EXISTS _move_files (key {key_type} NOT NULL PRIMARY KEY, \
             size BIGINT NOT NULL, sha256 TEXT NOT NULL)"
        ),
        "DELETE FROM _move",
    ] {
        tx.execute(Sql::new(statement)).await?;
    }
    tx.execute(Sql::new("INSERT INTO _move (document) VALUES ($1)").bind(replaced_value(mark)?))
        .await
        .map(drop)
}

/// Removes the mark and all other tables of a move, after which the database is an ordinary library.
pub async fn remove_all(tx: &mut Tx) -> Result<()> {
    for table in MOVE_TABLES {
        tx.execute(Sql::new(format!("DROP TABLE IF EXISTS {table}"))).await?;
    }
    Ok(())
}
