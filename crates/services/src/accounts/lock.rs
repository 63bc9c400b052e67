//! Locked accounts: nobody signs in with them, and their tokens are refused
//! (docs/rules/memberships.md#rule-20).

use domain::{Account, AuditSubject, AuditedAct};

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
/// immediately, and are valid again if it is unlocked (docs/rules/authentication.md#rule-11).
///
/// # Errors
/// Those of [`find`].
pub async fn set_locked(op: &Operation, person: &str, locked: bool) -> Result<Account> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let mut account = lock_managed(op, &mut tx, person).await?;
    if !may_lock(op, &account) {
        return Err(ErrorKey::Forbidden.into());
    }
    if account.locked == locked {
        tx.rollback().await?;
        return Ok(account);
    }
    store::accounts::set_locked(&mut tx, &account.id, locked).await?;
    let act = if locked { AuditedAct::LockAccount } else { AuditedAct::UnlockAccount };
    op.record_change(&mut tx, act, AuditSubject::Account(&account.id)).await?;
    tx.commit().await?;
    tracing::info!(account = %account.id, locked, by = op.log_name(), "an account is locked or unlocked");
    account.locked = locked;
    Ok(account)
}

/// Returns true if the actor may lock and unlock an account.
pub fn may_lock(op: &Operation, account: &Account) -> bool {
    match op.signed_in_account() {
        Some(own) => own.locks_account(account),
        None => op.changes_account(account),
    }
}
