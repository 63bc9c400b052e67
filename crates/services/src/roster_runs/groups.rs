//! Putting members into groups, and taking them out.

use std::collections::BTreeSet;

use domain::accounts::Account;
use domain::ids::{AccountId, RosterRunId};
use domain::roster_runs::{MemberChange, MemberState, RosterRunKind};
use store::Tx;

use super::record::{NewRosterRun, record_run};
use crate::error::Result;
use crate::operation::Operation;

/// Puts members of the sponsor's organization into a group, as one run. The organization and then the
/// accounts must have been locked. A few statements for every 500 people.
pub(crate) async fn join_group(
    op: &Operation,
    tx: &mut Tx,
    group: i64,
    members: &[Account],
) -> Result<RosterRunId> {
    let places: Vec<(i64, &AccountId)> = members.iter().map(|account| (group, &account.id)).collect();
    let changes = compare_groups(tx, members, |groups| {
        groups.insert(group);
    })
    .await?;
    store::groups::add_members(tx, &places).await?;
    record_group_run(op, tx, &changes).await
}

/// Takes members out of a group, as [`join_group`] puts them into it.
pub(crate) async fn leave_group(
    op: &Operation,
    tx: &mut Tx,
    group: i64,
    members: &[Account],
) -> Result<RosterRunId> {
    let places: Vec<(i64, &AccountId)> = members.iter().map(|account| (group, &account.id)).collect();
    let changes = compare_groups(tx, members, |groups| {
        groups.remove(&group);
    })
    .await?;
    store::groups::remove_members(tx, &places).await?;
    record_group_run(op, tx, &changes).await
}

/// What a run records of members whose groups change.
async fn compare_groups(
    tx: &mut Tx,
    members: &[Account],
    change: impl Fn(&mut BTreeSet<i64>),
) -> Result<Vec<(AccountId, MemberChange)>> {
    let ids: Vec<AccountId> = members.iter().map(|account| account.id.clone()).collect();
    let memberships = store::groups::list_memberships_of(tx, &ids).await?;
    let compare = |account: &Account| {
        let groups_before = memberships.get(&account.id).cloned().unwrap_or_default();
        let mut groups_after = groups_before.clone();
        change(&mut groups_after);
        // The disabilities stay, so that such a run need not know them.
        let state = MemberState::from_account(account, BTreeSet::new());
        let before = state.clone().with_groups(groups_before);
        (account.id.clone(), MemberChange::from_states(before, state.with_groups(groups_after)))
    };
    Ok(members.iter().map(compare).collect())
}

async fn record_group_run(
    op: &Operation,
    tx: &mut Tx,
    changes: &[(AccountId, MemberChange)],
) -> Result<RosterRunId> {
    let organization = &op.require_sponsor()?.organization.id;
    let run = NewRosterRun { organization, kind: RosterRunKind::Group, file_name: None };
    record_run(op, tx, &run, changes).await
}
