//! User names and email addresses, which are one namespace across all sites.

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::operation::Operation;

/// Fails with `USER_NOT_FOUND` unless the name belongs to an account, ignoring case.
///
/// # Errors
/// Those of [`Operation::require_membership_staff_or_key`]; `USER_NOT_FOUND`.
pub async fn require_existing(op: &Operation, name: &str) -> Result<()> {
    op.require_membership_staff_or_key()?;
    if store::accounts::login_taken(op.db(), name).await? {
        Ok(())
    } else {
        Err(ErrorKey::UserNotFound.into())
    }
}
