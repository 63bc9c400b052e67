//! Consistent copies of a library's database as a SQLite file, while the library is in use.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use jiff::Timestamp;
use store::moves::{self, MoveMark, MoveRole, MoveStage, RowSource};
use store::{Backend, Db, DbOptions};
use tokio_util::sync::CancellationToken;

use super::{BackupProgress, BackupStep};
use crate::LibraryDatabase;
use crate::copying::{
    DEFAULT_BATCH, check_values, clear_mark, compare_tables, copy_sequences, copy_tables, prepare_target,
};

/// Interval between checks of the growing copy of the database.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Connections to a database server: the snapshot's, and one for everything else.
const SERVER_CONNECTIONS: u32 = 2;
const COPY_CONNECTIONS: u32 = 2;

/// Copies the database, replacing an earlier copy. Returns false if it was stopped.
pub(super) async fn copy_database(
    from: &LibraryDatabase,
    to: &Path,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<bool> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    match from {
        LibraryDatabase::File(file) => copy_file(file, to, on_progress).await.map(|()| true),
        LibraryDatabase::Server(url) => copy_server(url, to, stop, on_progress).await,
    }
}

async fn copy_file(
    from: &Path,
    to: &Path,
    on_progress: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<()> {
    let total = store::backup::estimate_size(from).await?;
    let mut copying = std::pin::pin!(store::backup::copy_database(from, to));
    loop {
        tokio::select! {
            copied = &mut copying => return Ok(copied?),
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
        let done = tokio::fs::metadata(to).await.map_or(0, |meta| meta.len());
        on_progress(BackupProgress { step: BackupStep::Database, done: done.min(total), total });
    }
}

/// Copies the rows of a database server as of one moment, and compares the copy with them.
async fn copy_server(
    url: &str,
    to: &Path,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<bool> {
    let options = DbOptions { max_connections: SERVER_CONNECTIONS, ..DbOptions::new(url) };
    let source = Db::connect(&options).await?;
    refuse_other_schema(&source).await?;
    let rows = RowSource::begin_snapshot(&source).await?;
    let tables = moves::list_tables(&source).await?;
    check_values(&source, &tables, Backend::Sqlite).await?;
    let copy = connect_copy(to).await?;
    prepare_target(&copy, copy_mark(to), &tables, || {}).await?;
    let progress = |done, total| on_progress(BackupProgress { step: BackupStep::CopyRows, done, total });
    let mut is_complete = copy_tables(&rows, &copy, &tables, DEFAULT_BATCH, stop, progress).await?;
    if is_complete {
        let progress =
            |done, total| on_progress(BackupProgress { step: BackupStep::CompareRows, done, total });
        let copied = RowSource::from_db(&copy);
        let compared = compare_tables(&rows, &copied, &tables, DEFAULT_BATCH, stop, progress).await?;
        is_complete = compared.is_some();
    }
    drop(rows);
    if is_complete {
        // Sequences have no snapshot: their numbers may be ahead of the rows, as after rolled back writes.
        copy_sequences(&source, &copy).await?;
        clear_mark(&copy).await?;
    }
    copy.close().await;
    source.close().await;
    Ok(is_complete)
}

/// The mark of a copy that is not complete.
fn copy_mark(path: &Path) -> MoveMark {
    let other = "a library that is being backed up".to_owned();
    let (role, stage) = (MoveRole::Restored, MoveStage::Preparing);
    MoveMark { id: path.display().to_string(), role, stage, other, started: Timestamp::UNIX_EPOCH }
}

/// Connects to a copy of the database, which has no other users.
pub(super) async fn connect_copy(database: &Path) -> anyhow::Result<Db> {
    let url = store::backup::database_url(database);
    let options = DbOptions { max_connections: COPY_CONNECTIONS, ..DbOptions::new(url) };
    Ok(Db::connect(&options).await?)
}

/// Opens a copy of the database; one of another version is refused.
pub(super) async fn open_copy(database: &Path) -> anyhow::Result<Db> {
    let db = connect_copy(database).await?;
    refuse_other_schema(&db).await?;
    Ok(db)
}

async fn refuse_other_schema(db: &Db) -> anyhow::Result<()> {
    let applied = db.read_applied_migrations().await.context("reading the version of the tables")?;
    let (schema, known) = (applied.last().copied().unwrap_or_default(), store::backup::own_schema());
    if schema != known || !db.pending_migrations().await?.is_empty() {
        bail!(
            "the database has migration {schema}, and this program {known}: take the backup with the program that \
             serves the library, or run `openshelf migrate` before"
        );
    }
    Ok(())
}
