//! Putting members into groups, and taking them out.

use std::collections::BTreeSet;

use domain::roster_runs::{MemberChange, MemberState, RosterRunKind};
use domain::{Account, AccountId, RosterRunId};
use store::Tx;

use super::record::record_own_run;
use crate::{Operation, Result};

/// Puts members of the sponsor's organization into a group, as one run. The organization and then the
/// accounts must have been locked. A few statements for every 500 people.
pub(crate) async fn add_to_group(
    op: &Operation,
    tx: &mut Tx,
    group: i64,
    members: &[Account],
) -> Result<RosterRunId> {
    let places: Vec<(i64, &AccountId)> = members.iter().map(|account| (group, &account.id)).collect();
    let changes = list_group_changes(tx, members, |groups| {
        groups.insert(group);
    })
    .await?;
    store::groups::add_members(tx, &places).await?;
    record_own_run(op, tx, RosterRunKind::Group, &changes).await
}

/// Takes members out of a group, as [`add_to_group`] puts them into it.
pub(crate) async fn remove_from_group(
    op: &Operation,
    tx: &mut Tx,
    group: i64,
    members: &[Account],
) -> Result<RosterRunId> {
    let places: Vec<(i64, &AccountId)> = members.iter().map(|account| (group, &account.id)).collect();
    let changes = list_group_changes(tx, members, |groups| {
        groups.remove(&group);
    })
    .await?;
    store::groups::remove_members(tx, &places).await?;
    record_own_run(op, tx, RosterRunKind::Group, &changes).await
}

async fn list_group_changes(
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
        (account.id.clone(), compare_groups(account, groups_before, groups_after))
    };
    Ok(members.iter().map(compare).collect())
}

/// The change of a member of whom nothing but groups changes. The disabilities stay, so that the run need not
/// know them.
pub(crate) fn compare_groups(account: &Account, before: BTreeSet<i64>, after: BTreeSet<i64>) -> MemberChange {
    let state = MemberState::from_account(account, BTreeSet::new());
    MemberChange::from_states(state.clone().with_groups(before), state.with_groups(after))
}
