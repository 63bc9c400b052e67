//! The target of a move: an empty database that becomes the library.

use anyhow::{Context as _, bail};
use store::Db;
use store::moves::{self, MoveMark, MoveRole, MoveStage};

use super::source::SealedSource;
use super::{MovePlan, MoveProgress, MoveStep, connect_durably, set_mark, tell_step};

/// The contents of a target before the move.
#[derive(Debug)]
pub(super) enum TargetState {
    /// No tables, or the database stays where it is.
    Empty,
    /// The unfinished copy of a move.
    Marked(MoveMark),
    /// Tables of something else.
    InUse,
}

pub(super) async fn inspect_target(plan: &MovePlan) -> anyhow::Result<TargetState> {
    if !plan.moves_database {
        return Ok(TargetState::Empty);
    }
    let db = connect_durably(&plan.target.database_url, 1).await.context("opening the target")?;
    let state = match moves::find_mark(&db).await? {
        Some(mark) if mark.role == MoveRole::Target => TargetState::Marked(mark),
        Some(_) => TargetState::InUse,
        None if moves::has_tables(&db).await? => TargetState::InUse,
        None => TargetState::Empty,
    };
    db.close().await;
    Ok(state)
}

/// Marks the target, makes its tables, and empties those that migrations fill.
pub(super) async fn prepare_target(
    plan: &MovePlan,
    source: &SealedSource,
    db: &Db,
    tell: &mut impl FnMut(MoveProgress),
) -> anyhow::Result<()> {
    let mark = moves::find_mark(db).await?;
    if mark.is_some_and(|mark| mark.stage != MoveStage::Preparing) {
        return Ok(());
    }
    let MoveMark { id, started, .. } = source.mark.clone();
    let other = plan.source.address.to_string();
    let mut mark = MoveMark { id, role: MoveRole::Target, stage: MoveStage::Preparing, other, started };
    set_mark(db, &mark).await?;
    tell_step(tell, MoveStep::Prepare);
    db.migrate().await.context("making the tables of the target")?;
    tell_step(tell, MoveStep::Prepare);
    let tables = moves::list_tables(db).await?;
    let sorted = |tables: &[moves::TableInfo]| {
        let mut tables = tables.to_vec();
        tables.sort_by(|one, other| one.name.cmp(&other.name));
        tables
    };
    if sorted(&tables) != sorted(&source.tables) {
        bail!("the tables of the source differ from those that this program makes");
    }
    let mut tx = db.begin().await?;
    for table in tables.iter().rev() {
        moves::delete_rows(&mut tx, table).await?;
    }
    mark.stage = MoveStage::Copying;
    moves::set(&mut tx, &mark).await?;
    tx.commit().await?;
    tell_step(tell, MoveStep::Prepare);
    Ok(())
}
