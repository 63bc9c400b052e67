//! Removing members so that they can be restored.

use domain::accounts::Account;
use domain::ids::{OrganizationId, RosterRunId};
use domain::removed_members::RemovedMember;
use domain::roster_runs::RosterRunKind;
use store::Tx;
use store::roster_runs::NewRunMember;

use super::record::{NewRosterRun, insert_run};
use crate::error::Result;
use crate::operation::Operation;

/// Removes members of an organization as one run, with all that is needed to restore them. The organization
/// and then the accounts must have been locked. A few statements for every 500 people.
pub(crate) async fn remove_with_snapshot(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    mut accounts: Vec<Account>,
) -> Result<RosterRunId> {
    let snapshots = store::removed_members::take_snapshots(&mut *tx, organization, &accounts).await?;
    store::organizations::remove_members(tx, organization, &mut accounts, op.now).await?;
    let member = |snapshot: RemovedMember| NewRunMember {
        account: snapshot.account.id.clone(),
        before: None,
        after: None,
        snapshot: Some(snapshot),
    };
    let members: Vec<NewRunMember> = snapshots.into_iter().map(member).collect();
    let run = NewRosterRun { organization, kind: RosterRunKind::Removal, file_name: None };
    insert_run(op, tx, &run, &members).await
}
