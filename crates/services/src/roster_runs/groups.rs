//! Putting members into groups, and taking them out.

use std::collections::BTreeSet;

use domain::roster_runs::{MemberChange, MemberState, RosterRunKind};
use domain::{Account, AccountId, RosterRunId};
use store::Tx;

use super::record::record_own_run;
use crate::{Operation, Result};

/// Puts members of the sponsor's organization into a group, or takes them out of it, as one run. The
/// organization and then the accounts must have been locked. A few statements for every 500 people.
pub(crate) async fn change_group(
    op: &Operation,
    tx: &mut Tx,
    group: i64,
    members: &[Account],
    joins: bool,
) -> Result<RosterRunId> {
    let ids: Vec<AccountId> = members.iter().map(|account| account.id.clone()).collect();
    let memberships = store::groups::list_memberships_of(&mut *tx, &ids).await?;
    let compare = |account: &Account| {
        let groups_before = memberships.get(&account.id).cloned().unwrap_or_default();
        let mut groups_after = groups_before.clone();
        if joins {
            groups_after.insert(group);
        } else {
            groups_after.remove(&group);
        }
        (account.id.clone(), compare_groups(account, groups_before, groups_after))
    };
    let changes: Vec<(AccountId, MemberChange)> = members.iter().map(compare).collect();
    let places: Vec<(i64, &AccountId)> = ids.iter().map(|id| (group, id)).collect();
    if joins {
        store::groups::add_members(tx, &places).await?;
    } else {
        store::groups::remove_members(tx, &places).await?;
    }
    record_own_run(op, tx, RosterRunKind::Group, &changes).await
}

/// The change of a member of whom nothing but groups changes. The disabilities stay, so that the run need not
/// know them.
pub(crate) fn compare_groups(account: &Account, before: BTreeSet<i64>, after: BTreeSet<i64>) -> MemberChange {
    let state = MemberState::from_account(account, BTreeSet::new());
    MemberChange::from_states(state.clone().with_groups(before), state.with_groups(after))
}
