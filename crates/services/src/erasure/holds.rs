//! Holds, which keep people from being erased.

use domain::erasure::ErasureObstacle;
use domain::{Account, AuditedAct};
use store::erasures::{self, ErasureHold};

use super::obstacle_text;
use crate::accounts::find_managed;
use crate::values::SingleLineText;
use crate::{Error, ErrorKey, Operation, Result};

/// Keeps a person, by identifier, user name or email address, from being erased until the hold is released; a
/// hold that the person has gets the new reason. Closed accounts can be held, too.
///
/// # Errors
/// `USER_NOT_FOUND`; `OPERATION_NOT_ALLOWED` if the person is erased already.
pub async fn set_hold(op: &Operation, person: &str, reason: SingleLineText<500>) -> Result<Account> {
    op.require_membership_staff()?;
    let id = find_managed(op, person).await?.id;
    let hold = ErasureHold { reason: reason.0, held: op.now, by: op.signed_in_id().cloned() };
    let mut tx = op.db().begin().await?;
    // An erasure locks the account, too: a hold comes before it, or is refused.
    let account = store::accounts::get_for_update(&mut tx, &id).await?.ok_or(ErrorKey::UserNotFound)?;
    if erasures::find_of_account(&mut tx, &id).await?.is_some() {
        let reason = obstacle_text(ErasureObstacle::AlreadyErased).to_owned();
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
    }
    erasures::set_hold(&mut tx, &account.id, &hold).await?;
    op.commit_change(tx, AuditedAct::HoldErasure, &account.id).await?;
    Ok(account)
}

/// Releases the hold of a person.
///
/// # Errors
/// `USER_NOT_FOUND`; `NOT_FOUND` if the person is not held.
pub async fn release_hold(op: &Operation, person: &str) -> Result<Account> {
    op.require_membership_staff()?;
    let account = find_managed(op, person).await?;
    let mut tx = op.db().begin().await?;
    if !erasures::release_hold(&mut tx, &account.id).await? {
        return Err(ErrorKey::NotFound.into());
    }
    op.commit_change(tx, AuditedAct::ReleaseErasureHold, &account.id).await?;
    Ok(account)
}
