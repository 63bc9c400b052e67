//! Runs: imports, removals and other changes of many members, which their sponsors can undo for 30
//! days (docs/rules/organizations.md#rule-14).

mod groups;
mod places;
mod plan;
mod record;
mod removal;
mod undo;
mod views;

pub use domain::roster_runs::{
    KeptReason, MemberChange, MemberField, MemberState, RosterRunKind, undo_days_left,
};
pub(crate) use groups::{change_group, compare_groups};
pub(crate) use places::change_places;
pub(crate) use record::{NewRosterRun, record_own_run, record_run};
pub(crate) use removal::{remove_in_run, remove_with_snapshot};
pub use store::roster_runs::{RemovedPerson, RosterRun};
pub use undo::{KeptMember, UndoResult, undo};
pub use views::{RunPerson, RunView, UndoPreview, get, list, list_removed};

use domain::{OrganizationId, RosterRunId};
use jiff::Timestamp;
use store::Conn;

use crate::{Error, ErrorKey, Operation, Result};

pub const MAX_SHOWN_PEOPLE: usize = 200;

/// A run of an organization whose members the actor manages.
async fn find_run(
    op: &Operation,
    conn: impl Conn,
    organization: &OrganizationId,
    run: &RosterRunId,
) -> Result<RosterRun> {
    require_manager(op, organization)?;
    let run = store::roster_runs::get(conn, organization, run).await?;
    run.ok_or_else(|| ErrorKey::RecordNotFound.into())
}

/// Refuses everybody who does not manage the organization's members: there are no runs for them.
fn require_manager(op: &Operation, organization: &OrganizationId) -> Result<()> {
    if op.manages_members(organization) { Ok(()) } else { Err(ErrorKey::RecordNotFound.into()) }
}

/// Refuses to undo a run that was undone before, or that is too old.
fn require_undoable(run: &RosterRun, now: Timestamp) -> Result<()> {
    let refuse = |sentence: &str| Error::Explained(ErrorKey::OperationNotAllowed, sentence.to_owned());
    if run.undone.is_some() {
        return Err(refuse("The run has been undone already."));
    }
    if undo_days_left(run.made, now) == 0 {
        return Err(refuse("The run is older than 30 days and cannot be undone any more."));
    }
    Ok(())
}
