//! The source of a move: closed to every other program until the move is over.

use std::time::Duration;

use anyhow::{Context as _, bail};
use store::moves::{self, MoveMark, MoveRole, MoveStage, TableInfo};
use store::{Backend, Db, Tx};

use super::{CONNECTIONS_PER_DATABASE, MovePlan};
use crate::copying::{check_values, clear_mark, connect_durably, set_mark};

/// Time that the sessions of a program that has just ended may take to disappear.
const SESSION_END_TIMEOUT: Duration = Duration::from_secs(2);
const SESSION_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A source that is closed to other writers.
pub(super) struct SealedSource {
    pub(super) db: Db,
    pub(super) mark: MoveMark,
    pub(super) tables: Vec<TableInfo>,
    /// The transaction that keeps others from writing. `None` if the database is not moved. Then the move
    /// itself writes to it, and only the mark keeps others away.
    guard: Option<Tx>,
}

/// The mark of the source, if it has one. Refuses a library of another version.
pub(super) async fn find_mark(plan: &MovePlan) -> anyhow::Result<Option<MoveMark>> {
    let url = &plan.source.database_url;
    if let Some(file) = store::backup::database_path(url)?
        && !file.exists()
    {
        bail!("there is no library: {} does not exist", file.display());
    }
    let db = connect_durably(url, 1).await.context("opening the source")?;
    let result = async {
        check_version(&db).await?;
        anyhow::Ok(moves::find_mark(&db).await?)
    };
    let result = result.await;
    db.close().await;
    result
}

async fn check_version(db: &Db) -> anyhow::Result<()> {
    let applied = db.read_applied_migrations().await?;
    let newest = store::backup::own_schema();
    let Some(schema) = applied.last().copied() else {
        bail!("there is no library: the source has no tables")
    };
    if schema != newest || !db.pending_migrations().await?.is_empty() {
        bail!(
            "the library is at migration {schema}, and this program at {newest}: move it with the program \
             that serves it, or run `openshelf migrate` before"
        );
    }
    Ok(())
}

impl SealedSource {
    /// Marks the source, makes sure that no other program has it open, and keeps others from writing.
    pub(super) async fn seal(plan: &MovePlan, mark: MoveMark, is_new: bool) -> anyhow::Result<Self> {
        let url = &plan.source.database_url;
        if is_new {
            let db = connect_durably(url, 1).await?;
            set_mark(&db, &mark).await?;
            db.close().await;
        }
        match Self::close_to_others(plan, mark).await {
            Ok(source) => Ok(source),
            Err(error) => {
                if is_new {
                    // Nothing has been copied, so the library is unchanged.
                    reopen(url).await.context("removing the mark of the move")?;
                }
                Err(error)
            }
        }
    }

    async fn close_to_others(plan: &MovePlan, mark: MoveMark) -> anyhow::Result<Self> {
        let url = &plan.source.database_url;
        // The mark stops programs that open the library from now on. Programs that already have it open are
        // found here.
        if let Some(file) = store::backup::database_path(url)? {
            if !store::backup::try_make_single_file(&file).await.context("closing the source")? {
                bail!("a program uses {}: stop the server, workers and commands first", file.display());
            }
        } else {
            wait_for_other_sessions(url).await?;
        }
        let db = connect_durably(url, CONNECTIONS_PER_DATABASE).await?;
        let tables = moves::list_tables(&db).await?;
        let mut guard = None;
        if plan.moves_database {
            let target = match store::backup::database_path(&plan.target.database_url)? {
                Some(_) => Backend::Sqlite,
                None => Backend::Postgres,
            };
            check_values(&db, &tables, target).await?;
            let mut tx = db.begin().await?;
            moves::lock_writers(&mut tx, &tables).await?;
            guard = Some(tx);
        }
        Ok(Self { db, mark, tables, guard })
    }

    /// Ends the move: the source stays marked, unless its database remains the library's.
    pub(super) async fn finish(self, plan: &MovePlan) -> anyhow::Result<()> {
        let Self { db, mut mark, guard, .. } = self;
        let mut tx = match guard {
            Some(tx) => tx,
            None => db.begin().await?,
        };
        if plan.moves_database {
            mark.stage = MoveStage::Moved;
            moves::set(&mut tx, &mark).await?;
        } else {
            moves::remove_all(&mut tx).await?;
        }
        tx.commit().await?;
        db.close().await;
        Ok(())
    }

    /// Interrupts the move. The mark stays, so the library cannot be written to until the move is continued.
    pub(super) async fn release(self) {
        if let Some(guard) = self.guard {
            // Nothing was written in it, and it ends with its connection anyway.
            let _ = guard.rollback().await;
        }
        self.db.close().await;
    }
}

async fn wait_for_other_sessions(url: &str) -> anyhow::Result<()> {
    let db = connect_durably(url, 1).await?;
    let mut waited = Duration::ZERO;
    let sessions = loop {
        let sessions = moves::list_other_sessions(&db).await?;
        if sessions.is_empty() || waited >= SESSION_END_TIMEOUT {
            break sessions;
        }
        tokio::time::sleep(SESSION_POLL_INTERVAL).await;
        waited += SESSION_POLL_INTERVAL;
    };
    db.close().await;
    if !sessions.is_empty() {
        bail!(
            "other programs are connected to the source; stop the servers, workers and commands of this \
             library first:\n  {}",
            sessions.join("\n  ")
        );
    }
    Ok(())
}

/// Opens the source of a move again, and returns the mark that it had.
///
/// # Errors
/// The database is the unfinished copy of another one, or cannot be written to.
pub async fn reopen(url: &str) -> anyhow::Result<Option<MoveMark>> {
    let db = connect_durably(url, 1).await?;
    let mark = moves::find_mark(&db).await?;
    if let Some(mark) = &mark
        && mark.role != MoveRole::Source
    {
        db.close().await;
        bail!(
            "this is the unfinished copy of {}: {}, or remove this database",
            mark.other,
            match mark.role {
                MoveRole::Restored => "run `openshelf restore` again",
                _ => "continue the move with the configuration of that library",
            }
        );
    }
    if mark.is_some() {
        clear_mark(&db).await?;
    }
    db.close().await;
    Ok(mark)
}
