//! Locking both accounts of a merge.

use std::collections::BTreeSet;

use domain::{Account, AccountId, Organization, OrganizationId};
use store::Tx;

use crate::{ErrorKey, Operation, Result};

/// Both accounts, locked until the transaction ends, with the organizations that they belong to.
pub(super) struct LockedPair {
    pub(super) kept: Account,
    pub(super) closed: Account,
    pub(super) organizations: Vec<Organization>,
}

/// Locks two accounts that the staff member manages: titles first if there are documents, then their
/// organizations and `also`, then the accounts, each in the order of identifiers.
///
/// # Errors
/// `USER_NOT_FOUND`, also if one of them has just moved to another organization.
pub(super) async fn lock_pair(
    op: &Operation,
    tx: &mut Tx,
    [kept, closed]: [&AccountId; 2],
    also: Option<&OrganizationId>,
) -> Result<LockedPair> {
    store::account_merges::lock_titles(tx, [kept, closed]).await?;
    let ids = [kept.clone(), closed.clone()];
    let before = store::accounts::get_many(&mut *tx, &ids).await?;
    let places: BTreeSet<&OrganizationId> =
        before.iter().filter_map(membership_organization).chain(also).collect();
    let mut organizations = Vec::new();
    for id in places {
        organizations.extend(store::organizations::get_for_update(tx, id).await?);
    }
    let mut locked = store::accounts::get_by_ids_for_update(tx, &ids).await?;
    let is_same = |account: &Account| {
        let old = before.iter().find(|old| old.id == account.id);
        old.is_some_and(|old| membership_organization(old) == membership_organization(account))
            && op.manages_membership(&account.site)
    };
    let mut take = |id: &AccountId| locked.remove(id).filter(is_same).ok_or(ErrorKey::UserNotFound);
    let (kept, closed) = (take(kept)?, take(closed)?);
    Ok(LockedPair { kept, closed, organizations })
}

fn membership_organization(account: &Account) -> Option<&OrganizationId> {
    account.membership.as_ref().map(|place| &place.organization)
}
