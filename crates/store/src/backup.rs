//! Copies of the embedded database while it is in use (docs/backup.md). PostgreSQL is copied by rows
//! ([`RowSource`](crate::moves::RowSource)).

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::migrations::SQLITE_MIGRATIONS;
use crate::{Result, StoreError};

/// Time to wait for a lock of the running program.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// Time to wait for a program that is just closing the database.
const CLOSING_LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The file of the embedded database. `None` if the address is that of a server.
pub fn database_path(url: &str) -> Result<Option<PathBuf>> {
    if !url.starts_with("sqlite:") {
        return Ok(None);
    }
    let options = SqliteConnectOptions::from_str(url).map_err(|error| StoreError::Url(error.to_string()))?;
    Ok(Some(options.get_filename().to_owned()))
}

pub fn database_url(path: &Path) -> String {
    format!("sqlite:{}", path.display().to_string().replace('%', "%25").replace('?', "%3F"))
}

/// The approximate size of a copy, in bytes.
pub async fn estimate_size(database: &Path) -> Result<u64> {
    let mut connection = open_with_timeout(database, LOCK_TIMEOUT).await?;
    let text = "SELECT (page_count - freelist_count) * page_size \
         FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
    let (bytes,) = sqlx::query_as::<_, (i64,)>(text).fetch_one(&mut connection).await?;
    connection.close().await?;
    crate::values::to_count(bytes)
}

/// Writes a copy of the database as of this moment into a new file. Reading and writing continue
/// meanwhile: what they commit from now on is not in it. Deleted rows leave nothing in the copy.
pub async fn copy_database(database: &Path, to: &Path) -> Result<()> {
    let mut connection = open_with_timeout(database, LOCK_TIMEOUT).await?;
    let to = to.to_str().ok_or_else(|| StoreError::Url(format!("{} is not UTF-8", to.display())))?;
    sqlx::query("VACUUM INTO $1").bind(to).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Makes a copy consistent with what is stored alongside it, and one file that is safe on the disk: copies
/// for readers whose files begin with one of `left_out` have expired, and are made again at the next request;
/// converted books among them are not noted any more.
pub async fn finish_copy(copy: &Path, left_out: &[&str]) -> Result<()> {
    let mut connection = open_copy(copy).await?;
    for prefix in left_out {
        let begins = crate::sql::starts_with_pattern(prefix);
        for statement in [
            "UPDATE downloads SET status = 'EXPIRED', package = NULL WHERE package LIKE $1 ESCAPE '\\'",
            "DELETE FROM artifacts WHERE file LIKE $1 ESCAPE '\\'",
            "DELETE FROM discarded_files WHERE key LIKE $1 ESCAPE '\\'",
        ] {
            sqlx::query(statement).bind(&begins).execute(&mut connection).await?;
        }
    }
    connection.close().await?;
    std::fs::File::open(copy).and_then(|file| file.sync_all()).map_err(|error| sqlx::Error::Io(error).into())
}

/// Deletes the unfinished jobs of a kind from a copy, so that a library made of it does not run them again.
pub async fn delete_jobs(copy: &Path, kind: &str) -> Result<()> {
    let mut connection = open_copy(copy).await?;
    let statement = "DELETE FROM jobs WHERE kind = $1 AND state IN ('ready', 'running')";
    sqlx::query(statement).bind(kind).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Checks a database without writers, and returns its faults; none for a sound one. Reads all
/// of it.
pub async fn find_faults(database: &Path) -> Result<Vec<String>> {
    let options = SqliteConnectOptions::new().filename(database).read_only(true).immutable(true);
    let mut connection = options.connect().await?;
    let rows = sqlx::query_as::<_, (String,)>("PRAGMA quick_check").fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(rows.into_iter().map(|(row,)| row).filter(|row| row != "ok").collect())
}

/// Makes a database one file, so that another may take its place. False if a program uses it.
pub async fn try_make_single_file(database: &Path) -> Result<bool> {
    let mut connection = open_with_timeout(database, CLOSING_LOCK_TIMEOUT).await?;
    let mode =
        sqlx::query_as::<_, (String,)>("PRAGMA journal_mode = DELETE").fetch_one(&mut connection).await;
    connection.close().await?;
    match mode {
        Ok((mode,)) => Ok(mode == "delete"),
        Err(error) if error.as_database_error().is_some_and(|e| e.message().contains("locked")) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The number of the last migration that this program has.
pub fn own_schema() -> i64 {
    SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Opens a copy, which has no other users, to change it.
async fn open_copy(copy: &Path) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(copy)
        .journal_mode(SqliteJournalMode::Delete)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(CLOSING_LOCK_TIMEOUT);
    Ok(options.connect().await?)
}

async fn open_with_timeout(database: &Path, busy_timeout: Duration) -> Result<SqliteConnection> {
    Ok(SqliteConnectOptions::new().filename(database).busy_timeout(busy_timeout).connect().await?)
}
