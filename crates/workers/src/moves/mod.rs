//! Moves a library to another database, another file store, or both (docs/moving.md).
//!
//! ```text
//! mark the source     no other command opens it; refuse if a program still has it open
//! prepare the target  mark it, make its tables
//! copy the rows       table by table, in batches; each batch notes its last row in its own transaction
//! copy the files      each is read back and compared; the target notes it
//! compare             rows and hash of each table, sequences, counters, files; write the report
//! finish              the source stays marked as moved; the mark of the target goes
//! ```
//!
//! A move that is killed at any moment is continued by the same command: everything that it has done is
//! noted at the target, and the two marks have the same identifier.

mod files;
mod index;
mod report;
mod source;

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use delivery::Files;
use jiff::Timestamp;
use store::Db;
use store::moves::{BatchLimit, MoveMark, MoveRole, MoveStage, RowSource};
use tokio_util::sync::CancellationToken;

pub use crate::copying::{DEFAULT_BATCH, TableProof};
pub use index::IndexOutcome;
pub use report::{CounterProof, FilesProof, LibraryAddress, MoveReport, SequenceProof};
pub use source::reopen;

use source::SealedSource;

use crate::copying::{
    StepProgress, TargetState, check_empty, clear_mark, compare_sequences, compare_tables, connect_durably,
    copy_sequences, copy_tables, inspect_target, prepare_target, read_counters,
};

const CONNECTIONS_PER_DATABASE: u32 = 4;

/// Locations of a library's parts.
#[derive(Debug, Clone)]
pub struct LibraryPlace {
    pub database_url: String,
    pub files: Files,
    /// The folder of the search index.
    pub index: PathBuf,
    /// Names of both for people, without passwords.
    pub address: LibraryAddress,
}

/// A move: from where, to where, and which parts.
#[derive(Debug, Clone)]
pub struct MovePlan {
    pub source: LibraryPlace,
    pub target: LibraryPlace,
    /// True if the database is another one.
    pub moves_database: bool,
    /// True if the file store is another one.
    pub moves_files: bool,
    pub report_folder: PathBuf,
    pub program: &'static str,
    pub batch: BatchLimit,
}

#[derive(Debug)]
pub enum MoveOutcome {
    /// The library is at the target.
    Moved {
        report: Box<MoveReport>,
        path: PathBuf,
        /// The search index at the target.
        index: IndexOutcome,
    },
    /// The library was moved there earlier.
    AlreadyMoved(MoveMark),
    /// The move was stopped, and can be continued.
    Stopped,
}

pub type MoveProgress = StepProgress<MoveStep>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveStep {
    /// The source is closed to other programs.
    Seal,
    /// The target's tables are made.
    Prepare,
    CopyRows,
    /// Files are copied and read back.
    CopyFiles,
    CompareRows,
    /// The report is written, and the marks change.
    Finish,
}

/// Reports steps that have no numbers.
fn report_step(on_progress: &mut impl FnMut(MoveProgress), step: MoveStep) {
    on_progress(MoveProgress { step, done: 0, total: 0 });
}

/// Moves a library, or continues a move that was interrupted. `id` identifies the move if it is a new one.
///
/// # Errors
/// The source is in use, of another version, or has values that the target cannot hold; the target
/// is not empty; or the copy differs from the source.
pub async fn run(
    plan: &MovePlan,
    id: String,
    clock: impl Fn() -> Timestamp,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(MoveProgress),
) -> anyhow::Result<MoveOutcome> {
    if !plan.moves_database && !plan.moves_files {
        bail!("the target is the library itself: name another database or another file store");
    }
    let state = if plan.moves_database {
        inspect_target(&plan.target.database_url, MoveRole::Target).await?
    } else {
        TargetState::Empty
    };
    let (mark, is_new) = match source::find_mark(plan).await? {
        None => (new_mark(plan, &state, id, clock()).await?, true),
        Some(mark) => match check_continuation(plan, mark, &state)? {
            Continuation::Continue(mark) => (mark, false),
            Continuation::AlreadyMoved(mark) => return Ok(MoveOutcome::AlreadyMoved(mark)),
        },
    };
    report_step(&mut on_progress, MoveStep::Seal);
    let source = SealedSource::seal(plan, mark, is_new).await?;
    report_step(&mut on_progress, MoveStep::Seal);
    let target = if plan.moves_database {
        connect_durably(&plan.target.database_url, CONNECTIONS_PER_DATABASE).await?
    } else {
        source.db.clone()
    };
    let done = copy_and_compare(plan, &source, &target, &clock, stop, &mut on_progress).await;
    let (report, path, index) = match done {
        Ok(Some(done)) => done,
        other => {
            source.release().await;
            target.close().await;
            return other.map(|_| MoveOutcome::Stopped).context(
                "the move is not finished and the library stays closed: run the same command again to \
                 continue, or `openshelf move --reopen` to give the move up",
            );
        }
    };
    report_step(&mut on_progress, MoveStep::Finish);
    source.finish(plan).await?;
    report_step(&mut on_progress, MoveStep::Finish);
    if plan.moves_database {
        // The target is an ordinary library now.
        clear_mark(&target).await?;
        target.close().await;
    }
    Ok(MoveOutcome::Moved { report: Box::new(report), path, index })
}

/// Copies and compares rows and files, after the source was sealed. `None` if it was stopped.
async fn copy_and_compare(
    plan: &MovePlan,
    source: &SealedSource,
    target: &Db,
    clock: impl Fn() -> Timestamp,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(MoveProgress),
) -> anyhow::Result<Option<(MoveReport, PathBuf, IndexOutcome)>> {
    let rows = RowSource::from_db(&source.db);
    if plan.moves_database {
        report_step(on_progress, MoveStep::Prepare);
        let mark = target_mark(plan, source);
        prepare_target(target, mark, &source.tables, || report_step(on_progress, MoveStep::Prepare)).await?;
        let progress = |done, total| on_progress(MoveProgress { step: MoveStep::CopyRows, done, total });
        if !copy_tables(&rows, target, &source.tables, plan.batch, stop, progress).await? {
            return Ok(None);
        }
        copy_sequences(&source.db, target).await?;
    }
    if plan.moves_files && !files::copy_files(plan, target, stop, on_progress).await? {
        return Ok(None);
    }
    let mut report = MoveReport::new(plan, &source.mark);
    if plan.moves_database {
        let copy = RowSource::from_db(target);
        let progress = |done, total| on_progress(MoveProgress { step: MoveStep::CompareRows, done, total });
        let tables = compare_tables(&rows, &copy, &source.tables, plan.batch, stop, progress).await?;
        let Some(tables) = tables else { return Ok(None) };
        report.tables = tables;
        report.add_numbers(compare_sequences(&source.db, target).await?, read_counters(target).await?);
    }
    let index = index::copy_index_if_missing(plan).await;
    let path = report::finish_report(&mut report, plan, &source.mark, target, clock()).await?;
    Ok(Some((report, path, index)))
}

/// The mark of a new move, if the target is empty.
async fn new_mark(
    plan: &MovePlan,
    state: &TargetState,
    id: String,
    now: Timestamp,
) -> anyhow::Result<MoveMark> {
    match state {
        TargetState::Empty => {}
        TargetState::Marked(mark) => bail!(
            "{} is the unfinished copy of another library or of an earlier state ({}): remove what it \
             contains, or name an empty database",
            plan.target.address.database,
            mark.other
        ),
        TargetState::InUse => {
            bail!("{} is not empty: name an empty database", plan.target.address.database)
        }
    }
    if plan.moves_files {
        check_empty(&plan.target.files, &plan.target.address.files).await?;
    }
    let other = plan.target.address.to_string();
    Ok(MoveMark { id, role: MoveRole::Source, stage: MoveStage::Copying, other, started: now })
}

enum Continuation {
    Continue(MoveMark),
    AlreadyMoved(MoveMark),
}

/// Compares the move that a source is marked with to this one. Refuses another one.
fn check_continuation(plan: &MovePlan, mark: MoveMark, state: &TargetState) -> anyhow::Result<Continuation> {
    let source = &plan.source.address.database;
    if mark.role != MoveRole::Source {
        bail!("{source} is itself the unfinished copy of {}", mark.other);
    }
    let target = plan.target.address.to_string();
    if mark.other != target {
        bail!(
            "{source} is being moved or was moved to {}, and not to {target}: continue that move, or run \
             `openshelf move --reopen` first",
            mark.other
        );
    }
    let is_moved = mark.stage == MoveStage::Moved;
    match state {
        TargetState::Marked(theirs) if theirs.id == mark.id => Ok(Continuation::Continue(mark)),
        TargetState::Empty if !is_moved => Ok(Continuation::Continue(mark)),
        TargetState::InUse if is_moved => Ok(Continuation::AlreadyMoved(mark)),
        TargetState::Empty => {
            bail!(
                "{source} was moved to {target}, which is empty now: run `openshelf move --reopen` to use it \
                 again"
            )
        }
        TargetState::Marked(_) | TargetState::InUse => {
            bail!("{} is not empty, and not of this move", plan.target.address.database)
        }
    }
}

fn target_mark(plan: &MovePlan, source: &SealedSource) -> MoveMark {
    let MoveMark { id, started, .. } = source.mark.clone();
    let other = plan.source.address.to_string();
    MoveMark { id, role: MoveRole::Target, stage: MoveStage::Preparing, other, started }
}

#[cfg(test)]
mod tests;
