//! Writes what a new school year does.

use domain::grades::{NextGrade, next_grade};
use domain::roster_runs::RosterRunKind;
use domain::{Membership, RosterRunId};
use store::Tx;

use super::LeaverFate;
use super::plan::{YearOutcome, YearPlan};
use crate::roster_runs::{NewRosterRun, change_places, remove_in_run};
use crate::{Operation, Result};

/// Writes the plan as one run: a few statements for every few hundred members. Returns `None` if nobody
/// changes.
pub(super) async fn write_plan(
    op: &Operation,
    tx: &mut Tx,
    plan: YearPlan<'_>,
) -> Result<Option<RosterRunId>> {
    let (mut rising, mut removed) = (Vec::new(), Vec::new());
    for (account, outcome) in plan.members {
        match (outcome, plan.choices.leavers) {
            (YearOutcome::Rise(_), _) => rising.push(account),
            (YearOutcome::Leave, LeaverFate::Remove) => removed.push(account),
            (YearOutcome::Leave, LeaverFate::Keep) | (YearOutcome::Stay, _) => {}
        }
    }
    if rising.is_empty() && removed.is_empty() {
        return Ok(None);
    }
    let changes = change_places(tx, rising, raise_grade).await?;
    let organization = &op.require_member_manager()?.id;
    let run = NewRosterRun { organization, kind: RosterRunKind::SchoolYear, file_name: None };
    Ok(Some(remove_in_run(op, tx, &run, &changes, removed).await?))
}

/// Sets the next grade.
fn raise_grade(place: &mut Membership) {
    if let Some(NextGrade::Grade(next)) = place.grade.as_deref().map(next_grade) {
        place.grade = Some(next.to_owned());
    }
}
