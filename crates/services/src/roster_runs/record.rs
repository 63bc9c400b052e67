//! Recording a run.

use domain::roster_runs::{MemberChange, RosterRunKind};
use domain::{AccountId, AuditedAct, OrganizationId, RosterRunId};
use store::Tx;
use store::roster_runs::{NewRun, NewRunMember};

use crate::{Operation, Result};

/// A run that is being made; it is written in the transaction of its changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewRosterRun<'a> {
    pub(crate) organization: &'a OrganizationId,
    pub(crate) kind: RosterRunKind,
    pub(crate) file_name: Option<&'a str>,
}

/// Records a run with its changes, so that it can be undone. Removals are recorded by
/// [`remove_with_snapshot`](super::remove_with_snapshot) and [`remove_in_run`](super::remove_in_run).
pub(crate) async fn record_run(
    op: &Operation,
    tx: &mut Tx,
    run: &NewRosterRun<'_>,
    changes: &[(AccountId, MemberChange)],
) -> Result<RosterRunId> {
    insert_run(op, tx, run, &to_run_members(changes)).await
}

/// Records changes of members of the sponsor's organization as a run, as [`record_run`] does.
pub(crate) async fn record_own_run(
    op: &Operation,
    tx: &mut Tx,
    kind: RosterRunKind,
    changes: &[(AccountId, MemberChange)],
) -> Result<RosterRunId> {
    let organization = &op.require_member_manager()?.id;
    record_run(op, tx, &NewRosterRun { organization, kind, file_name: None }, changes).await
}

pub(super) fn to_run_members(changes: &[(AccountId, MemberChange)]) -> Vec<NewRunMember> {
    let member = |(account, change): &'_ (AccountId, MemberChange)| {
        let (before, after) = match change {
            MemberChange::Created { after } => (None, Some(after.clone())),
            MemberChange::Changed { before, after } => (Some(*before.clone()), Some(*after.clone())),
            MemberChange::Removed => (None, None),
        };
        NewRunMember { account: account.clone(), before, after, snapshot: None }
    };
    changes.iter().map(member).collect()
}

/// Writes a run of the actor.
pub(super) async fn insert_run(
    op: &Operation,
    tx: &mut Tx,
    run: &NewRosterRun<'_>,
    members: &[NewRunMember],
) -> Result<RosterRunId> {
    let new = NewRun {
        id: op.random_id(),
        organization: run.organization,
        kind: run.kind,
        file_name: run.file_name,
        account: op.signed_in_id(),
        made: op.now,
    };
    store::roster_runs::insert(tx, &new, members).await?;
    let accounts: Vec<AccountId> = members.iter().map(|member| member.account.clone()).collect();
    op.record_changes(tx, AuditedAct::from(run.kind), &accounts).await?;
    Ok(new.id)
}
