//! Locked accounts: nobody signs in with them, and their tokens are refused
//! (docs/rules/memberships.md#rule-20).

use domain::{Account, AccountId, AuditedAct};

use super::{find_managed, lock_managed};
use crate::{ErrorKey, Operation, Result};

/// An account that may be locked or unlocked, by identifier, user name or email address.
///
/// # Errors
/// Those of a role that is not membership staff; `USER_NOT_FOUND`; `FORBIDDEN` if the actor may not lock it.
pub async fn find(op: &Operation, person: &str) -> Result<Account> {
    op.require_membership_staff()?;
    let account = find_managed(op, person).await?;
    if may_lock(op, &account) { Ok(account) } else { Err(ErrorKey::Forbidden.into()) }
}

/// Locks an account, or unlocks it; returns it. The tokens and sessions of a locked account are refused
/// immediately, and are valid again if it is unlocked (docs/rules/authentication.md#rule-11). An actor whose
/// own account was locked meanwhile is refused, so that an administrator is left who can sign in.
///
/// # Errors
/// Those of [`find`].
pub async fn set_locked(op: &Operation, person: &str, locked: bool) -> Result<Account> {
    op.require_membership_staff()?;
    let id = find_managed(op, person).await?.id;
    let mut tx = op.db().begin().await?;
    // Both rows are locked together, so that two actors who lock each other do not both succeed.
    let ids: Vec<AccountId> = op.signed_in_id().into_iter().chain([&id]).cloned().collect();
    let rows = store::accounts::get_by_ids_for_update(&mut tx, &ids).await?;
    let mut account = lock_managed(op, &mut tx, id.as_str()).await?;
    let is_allowed = match op.signed_in_id() {
        Some(own) => rows.get(own).is_some_and(|own| own.may_sign_in() && own.may_lock_account(&account)),
        None => may_lock(op, &account),
    };
    if !is_allowed {
        return Err(ErrorKey::Forbidden.into());
    }
    if account.locked == locked {
        tx.rollback().await?;
        return Ok(account);
    }
    store::accounts::set_locked(&mut tx, &account.id, locked).await?;
    let act = if locked { AuditedAct::LockAccount } else { AuditedAct::UnlockAccount };
    op.commit_change(tx, act, &account.id).await?;
    tracing::info!(account = %account.id, locked, by = op.log_name(), "an account is locked or unlocked");
    account.locked = locked;
    Ok(account)
}

/// Returns true if the actor may lock and unlock an account.
pub fn may_lock(op: &Operation, account: &Account) -> bool {
    match op.signed_in_account() {
        Some(own) => own.may_lock_account(account),
        None => op.may_change_account(account),
    }
}
