//! The target of a copy: an empty database that becomes a library.

use anyhow::{Context as _, bail};
use store::moves::{self, MoveMark, MoveRole, MoveStage, TableInfo};
use store::{Db, DbOptions};

/// The contents of a target before the copy.
#[derive(Debug)]
pub(crate) enum TargetState {
    /// No tables.
    Empty,
    /// An unfinished copy.
    Marked(MoveMark),
    /// Other tables.
    InUse,
}

/// Reads the state of a target. `role` is that of the unfinished copies that can be continued.
pub(crate) async fn inspect_target(url: &str, role: MoveRole) -> anyhow::Result<TargetState> {
    let db = connect_durably(url, 1).await.context("opening the target")?;
    let state = match moves::find_mark(&db).await? {
        Some(mark) if mark.role == role => TargetState::Marked(mark),
        Some(_) => TargetState::InUse,
        None if moves::has_tables(&db).await? => TargetState::InUse,
        None => TargetState::Empty,
    };
    db.close().await;
    Ok(state)
}

/// Marks the target, makes its tables, and empties those that migrations fill. Does nothing if an
/// interrupted copy has done this already. `on_progress` is called after each step.
pub(crate) async fn prepare_target(
    db: &Db,
    mark: MoveMark,
    expected: &[TableInfo],
    mut on_progress: impl FnMut(),
) -> anyhow::Result<()> {
    let present = moves::find_mark(db).await?;
    if present.is_some_and(|mark| mark.stage != MoveStage::Preparing) {
        return Ok(());
    }
    let mut mark = MoveMark { stage: MoveStage::Preparing, ..mark };
    set_mark(db, &mark).await?;
    on_progress();
    db.migrate().await.context("making the tables of the target")?;
    on_progress();
    let tables = moves::list_tables(db).await?;
    if sort_by_name(&tables) != sort_by_name(expected) {
        bail!("the tables of the source differ from those that this program makes");
    }
    let mut tx = db.begin().await?;
    for table in tables.iter().rev() {
        moves::delete_rows(&mut tx, table).await?;
    }
    mark.stage = MoveStage::Copying;
    moves::set(&mut tx, &mark).await?;
    tx.commit().await?;
    on_progress();
    Ok(())
}

fn sort_by_name(tables: &[TableInfo]) -> Vec<TableInfo> {
    let mut tables = tables.to_vec();
    tables.sort_by(|one, other| one.name.cmp(&other.name));
    tables
}

/// Opens a database. On SQLite each commit waits for the disk, because the source is abandoned in the end.
pub(crate) async fn connect_durably(url: &str, connections: u32) -> anyhow::Result<Db> {
    let options = DbOptions { max_connections: connections, sqlite_full_sync: true, ..DbOptions::new(url) };
    Ok(Db::connect(&options).await?)
}

pub(crate) async fn set_mark(db: &Db, mark: &MoveMark) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    moves::set(&mut tx, mark).await?;
    Ok(tx.commit().await?)
}

/// Removes the mark of a database, and the progress of the copy in it.
pub(crate) async fn clear_mark(db: &Db) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    moves::remove_all(&mut tx).await?;
    Ok(tx.commit().await?)
}
