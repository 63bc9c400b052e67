//! The accounts that requests name. An account of another site does not exist for membership staff
//! (docs/rules/access.md#rule-24).

mod details;
pub mod leave;
pub mod manage;
pub mod operator;
pub mod own;
pub mod password;
pub mod undo;

pub use details::{AccountDetails, Guardian, validate_new};

use std::collections::{BTreeSet, HashMap};

use domain::{Account, AccountId, AuditedAct, SessionKind};
use store::{StoreError, Tx};

use crate::{Error, ErrorKey, Operation, Result};

/// The account with this identifier, user name or email address, to be read. Removed accounts are found by
/// their identifier.
///
/// # Errors
/// `USER_NOT_FOUND` if there is none on a site that the actor manages.
pub async fn find_managed(op: &Operation, identifier: &str) -> Result<Account> {
    let account = store::accounts::by_identifier(op.db(), identifier).await?;
    let theirs = account.filter(|account| op.manages_membership(&account.site));
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// Finds an account as [`find_managed`] does, locked until the transaction ends.
///
/// # Errors
/// `USER_NOT_FOUND` for removed accounts too, `OPERATION_NOT_ALLOWED` for those that only administrators
/// change.
pub async fn lock_managed(op: &Operation, tx: &mut Tx, identifier: &str) -> Result<Account> {
    let account = store::accounts::by_identifier_for_update(tx, identifier).await?;
    let theirs = account.filter(|account| op.manages_membership(&account.site) && !account.deleted);
    let account = theirs.ok_or(ErrorKey::UserNotFound)?;
    if op.changes_account(&account) { Ok(account) } else { Err(ErrorKey::OperationNotAllowed.into()) }
}

/// A user name or an email address belongs to one account of all sites
/// (docs/rules/organizations.md#rule-12): `USER_EXISTS`.
pub fn user_exists_on_conflict(error: StoreError) -> Error {
    if error.is_conflict() { ErrorKey::UserExists.into() } else { error.into() }
}

/// The display names of these accounts, closed ones too: one statement.
pub(crate) async fn list_display_names(
    op: &Operation,
    ids: BTreeSet<&AccountId>,
) -> Result<HashMap<AccountId, String>> {
    let ids: Vec<AccountId> = ids.into_iter().cloned().collect();
    let accounts = store::accounts::get_many(op.db(), &ids).await?;
    Ok(accounts.into_iter().map(|account| (account.id.clone(), account.display_name())).collect())
}

/// Ends all devices and enrolled browsers of an account that its owner manages from now on: sponsors know the
/// passwords of the devices that they created, and the codes of the cards that they printed.
pub(crate) async fn end_devices(op: &Operation, tx: &mut Tx, account: &Account) -> Result<()> {
    if store::devices::revoke_account(&mut *tx, &account.id, op.now).await? > 0 {
        op.record_device_change(tx, AuditedAct::RevokeDevice, &account.id).await?;
        tracing::info!(account = %account.id, by = op.log_name(), "devices revoked");
    }
    store::sessions::end_all_of_kind(&mut *tx, &account.id, SessionKind::Enrollment).await?;
    Ok(())
}
