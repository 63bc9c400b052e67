//! Leaving the library: closing one's own account (docs/rules/accounts.md#rule-13).

pub use domain::closing::ClosingObstacle;
use domain::{AuditedAct, Peer, closing};

use super::password;
use crate::sign_in::lock_verified;
use crate::{Error, ErrorKey, Operation, Result};

/// The reason why the user may not leave. `None` if the user may leave.
pub fn find_obstacle(op: &Operation) -> Result<Option<ClosingObstacle>> {
    Ok(closing::find_obstacle(op.account()?))
}

/// Closes the user's account for good. All sign-ins end; what was read, annotated and uploaded is deleted.
///
/// # Errors
/// `OPERATION_NOT_ALLOWED` if there is an [`find_obstacle`]; those of [`password::check_present`].
pub async fn leave(op: &Operation, present_password: &str, peer: &Peer) -> Result<()> {
    if find_obstacle(op)?.is_some() {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    let proof = password::check_present(op, present_password, peer).await?;
    let mut tx = op.db().begin().await?;
    let account = lock_verified(&mut tx, &proof).await?.ok_or(Error::Credentials)?;
    // An organization may have taken the person in meanwhile.
    if closing::find_obstacle(&account).is_some() {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    store::closing::close(&mut tx, &account, op.now).await?;
    jobs::documents::enqueue_removal_of_all(&mut tx, op.account_id()?, op.now).await?;
    op.commit_change(tx, AuditedAct::CloseAccount, op.account_id()?).await?;
    tracing::info!(account = %op.account_id()?, "an account was closed by its owner");
    Ok(())
}
