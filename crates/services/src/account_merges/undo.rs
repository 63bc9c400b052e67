//! Undoing a merge.

use domain::account_merges::{
    Affiliation, AffiliationChange, MergeUndoObstacle, UNDO_WINDOW, find_undo_obstacle, reopen_account,
    restore_kept,
};
use domain::{Account, AccountId, AuditedAct};
use store::Tx;
use store::account_merges::{self, AccountMerge};

use super::lock::{LockedPair, lock_pair};
use crate::accounts::{end_sponsors_sign_ins, user_exists_on_conflict};
use crate::work::{WorkClaim, WorkSubjects, end_own_claims, find_other_claim_about};
use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoOutcome {
    /// The other account is open again.
    Undone,
    /// Nothing was done, because somebody else has taken work about one of the accounts.
    Claimed(WorkClaim),
    /// Nothing was done.
    Refused(MergeUndoObstacle),
}

/// Undoes a merge in one transaction: everything that the journal has goes back to the other account, which
/// is open again, if it still belongs to the kept account and was not changed since. The journal keeps what
/// stays. The staff member's claims on work about both end, because the work is divided.
///
/// # Errors
/// `USER_NOT_FOUND` unless the accounts are on sites that the staff member manages.
pub async fn undo(op: &Operation, kept: &AccountId, merge: i64) -> Result<UndoOutcome> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let person = store::accounts::get(&mut tx, kept).await?;
    person.filter(|person| op.manages_membership(&person.site)).ok_or(ErrorKey::UserNotFound)?;
    let found = account_merges::get(&mut tx, merge).await?;
    let Some(found) = found.filter(|merge| merge.key.kept == *kept) else {
        return Ok(UndoOutcome::Refused(MergeUndoObstacle::Gone));
    };
    let changes = account_merges::list_affiliation_changes(&mut tx, found.key.id).await?;
    let place = changes.get(&found.key.closed).and_then(|change| change.before.membership.as_ref());
    let pair = [&found.key.kept, &found.key.closed];
    let locked = lock_pair(op, &mut tx, pair, place.map(|place| &place.organization)).await?;
    let people = [locked.kept.id.as_str(), locked.closed.id.as_str()];
    if let Some(claim) = find_other_claim_about(op, &mut tx, WorkSubjects::People(&people)).await? {
        return Ok(UndoOutcome::Claimed(claim));
    }
    let Some(merge) = account_merges::get_for_update(&mut tx, found.key.id).await? else {
        return Ok(UndoOutcome::Refused(MergeUndoObstacle::Gone));
    };
    if let Some(obstacle) = find_obstacle(op, &merge, &locked) {
        return Ok(UndoOutcome::Refused(obstacle));
    }
    let Some(own) = changes.get(&merge.key.closed) else {
        return Ok(UndoOutcome::Refused(MergeUndoObstacle::Gone));
    };
    account_merges::move_rows_back(&mut tx, &merge.key).await?;
    restore_affiliation(&mut tx, &merge, &locked.kept, changes.get(&merge.key.kept)).await?;
    let reopened = reopen(&mut tx, &locked.closed, own.before.clone()).await?;
    store::accounts::update(&mut tx, &reopened).await.map_err(user_exists_on_conflict)?;
    // Its organization may have been erased since.
    let before = own.before.clone().apply_to(&locked.closed);
    end_sponsors_sign_ins(op, &mut tx, [&before, &reopened]).await?;
    account_merges::delete_affiliation_change(&mut tx, &merge.key, &merge.key.closed).await?;
    account_merges::mark_undone(&mut tx, merge.key.id, op.signed_in_id(), op.now).await?;
    end_own_claims(op, &mut tx, WorkSubjects::People(&people)).await?;
    let ids = [merge.key.kept.clone(), merge.key.closed.clone()];
    op.record_changes(&mut tx, AuditedAct::UndoAccountMerge, &ids).await?;
    tx.commit().await?;
    tracing::info!(kept = %ids[0], closed = %ids[1], by = op.log_name(), "a merge of accounts was undone");
    Ok(UndoOutcome::Undone)
}

/// The reason why a merge is not undone. `None` if nothing forbids it.
fn find_obstacle(op: &Operation, merge: &AccountMerge, locked: &LockedPair) -> Option<MergeUndoObstacle> {
    if merge.undone.is_some() {
        return Some(MergeUndoObstacle::Undone);
    }
    if op.now.duration_since(merge.merged) > UNDO_WINDOW {
        return Some(MergeUndoObstacle::Expired);
    }
    find_undo_obstacle(&locked.kept, &locked.closed)
}

/// Gives the kept account the roles and the place from before the merge, unless they were changed since.
async fn restore_affiliation(
    tx: &mut Tx,
    merge: &AccountMerge,
    kept: &Account,
    change: Option<&AffiliationChange>,
) -> Result<()> {
    let Some(change) = change else { return Ok(()) };
    if let Some(restored) = restore_kept(kept, change) {
        store::accounts::update(&mut *tx, &restored).await.map_err(user_exists_on_conflict)?;
        account_merges::delete_affiliation_change(tx, &merge.key, &kept.id).await?;
    }
    Ok(())
}

/// The closed account as it is opened again: without a place in an organization that was erased since, and
/// without names and an identifier of the school's own system that somebody else has taken since.
async fn reopen(tx: &mut Tx, closed: &Account, mut affiliation: Affiliation) -> Result<Account> {
    if let Some(membership) = &mut affiliation.membership {
        let organization = &membership.organization;
        if store::erasures::find_of_organization(&mut *tx, organization).await?.is_some() {
            affiliation = affiliation.without_membership();
        } else if let Some(id) = &membership.sourced_id {
            let taken = store::members::list_sourced_ids(&mut *tx, organization).await?;
            if taken.get(id).is_some_and(|holder| *holder != closed.id) {
                membership.sourced_id = None;
            }
        }
    }
    let mut account = reopen_account(closed, affiliation);
    let fold = |name: &String| (store::accounts::fold_login(name), closed.id.clone());
    let wanted: Vec<(String, AccountId)> =
        [&account.username, &account.email].into_iter().flatten().map(fold).collect();
    let taken = store::accounts::find_taken_names(&mut *tx, &wanted).await?;
    account.username = account.username.filter(|name| !taken.contains(&fold(name)));
    account.email = account.email.filter(|name| !taken.contains(&fold(name)));
    Ok(account)
}
