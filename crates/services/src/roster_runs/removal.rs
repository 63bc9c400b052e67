//! Removing members so that they can be restored.

use domain::removed_members::RemovedMember;
use domain::roster_runs::{MemberChange, RosterRunKind};
use domain::{Account, AccountId, OrganizationId, RosterRunId};
use store::Tx;
use store::roster_runs::NewRunMember;

use super::record::{NewRosterRun, insert_run, to_run_members};
use crate::{Operation, Result};

/// Removes members of an organization as one run, with all that is needed to restore them. The organization
/// and then the accounts must have been locked. A few statements for every 500 people.
pub(crate) async fn remove_with_snapshot(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    accounts: Vec<Account>,
) -> Result<RosterRunId> {
    let run = NewRosterRun { organization, kind: RosterRunKind::Removal, file_name: None };
    remove_in_run(op, tx, &run, &[], accounts).await
}

/// Removes members as [`remove_with_snapshot`] does, as one run with changes of other members that have been
/// written.
pub(crate) async fn remove_in_run(
    op: &Operation,
    tx: &mut Tx,
    run: &NewRosterRun<'_>,
    changes: &[(AccountId, MemberChange)],
    mut removed: Vec<Account>,
) -> Result<RosterRunId> {
    let snapshots = store::removed_members::take_snapshots(&mut *tx, run.organization, &removed).await?;
    store::organizations::remove_members(tx, run.organization, &mut removed, op.now).await?;
    let member = |snapshot: RemovedMember| NewRunMember {
        account: snapshot.account.id.clone(),
        before: None,
        after: None,
        snapshot: Some(snapshot),
    };
    // Those who are gone come first: pages of large runs show only the first people.
    let mut members: Vec<NewRunMember> = snapshots.into_iter().map(member).collect();
    members.extend(to_run_members(changes));
    insert_run(op, tx, run, &members).await
}
