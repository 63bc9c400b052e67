//! The accounts that requests name. An account of another site does not exist for membership staff
//! (docs/rules/access.md#rule-24).

mod details;
pub mod leave;
pub mod lock;
pub mod manage;
pub mod operator;
pub mod own;
pub mod password;
pub mod undo;

pub use details::{AccountDetails, Guardian, validate_new};

use std::collections::HashMap;

use domain::{Account, AccountId, AuditedAct};
use store::{StoreError, Tx};

use crate::queries::sort_unique;
use crate::{Error, ErrorKey, Operation, Result};

/// The account with this identifier, user name or email address, to be read. Removed accounts are found by
/// their identifier.
///
/// # Errors
/// `USER_NOT_FOUND` if there is none on a site that the actor manages.
pub async fn find_managed(op: &Operation, identifier: &str) -> Result<Account> {
    let account = store::accounts::find_by_identifier(op.db(), identifier).await?;
    let theirs = account.filter(|account| op.manages_membership(&account.site));
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// Finds an account as [`find_managed`] does, locked until the transaction ends.
///
/// # Errors
/// `USER_NOT_FOUND` for removed accounts too, `OPERATION_NOT_ALLOWED` for those that only administrators
/// change.
pub async fn lock_managed(op: &Operation, tx: &mut Tx, identifier: &str) -> Result<Account> {
    let account = store::accounts::lock_by_identifier(tx, identifier).await?;
    let theirs = account.filter(|account| op.manages_membership(&account.site) && !account.deleted);
    let account = theirs.ok_or(ErrorKey::UserNotFound)?;
    if op.may_change_account(&account) { Ok(account) } else { Err(ErrorKey::OperationNotAllowed.into()) }
}

/// Locks an account for a change until the transaction ends, and returns it as it is at this moment.
///
/// # Errors
/// `USER_NOT_FOUND` if it was closed meanwhile, or merged into another one: nobody would see the change.
pub(crate) async fn lock_open(tx: &mut Tx, id: &AccountId) -> Result<Account> {
    let account = store::accounts::get_for_update(tx, id).await?;
    account.filter(|account| !account.deleted).ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// A user name or an email address belongs to one account of all sites
/// (docs/rules/organizations.md#rule-12): `USER_EXISTS`.
pub fn user_exists_on_conflict(error: StoreError) -> Error {
    if error.is_conflict() { ErrorKey::UserExists.into() } else { error.into() }
}

/// The display names of these accounts, closed ones too: one statement.
pub(crate) async fn list_display_names<'a>(
    op: &Operation,
    ids: impl IntoIterator<Item = &'a AccountId>,
) -> Result<HashMap<AccountId, String>> {
    let ids = sort_unique(ids.into_iter().cloned());
    let accounts = store::accounts::get_by_ids(op.db(), &ids).await?;
    Ok(accounts.into_iter().map(|(id, account)| (id, account.display_name())).collect())
}

/// Ends what somebody began as staff, after a change of roles that is written already: claims on work if the
/// person is not membership staff any more, and all sign-ins if the person is not staff at all
/// (docs/rules/access.md#rule-28).
pub(crate) async fn end_staff_work(
    op: &Operation,
    tx: &mut Tx,
    [before, after]: [&Account; 2],
) -> Result<()> {
    if before.manages_membership(&before.site) && !after.manages_membership(&after.site) {
        store::work_claims::release_of_holder(&mut *tx, &after.id).await?;
    }
    if before.is_staff() && !after.is_staff() {
        store::sessions::end_all_of_accounts(&mut *tx, &[&after.id]).await?;
        store::tokens::revoke_account(&mut *tx, &after.id, op.now).await?;
    }
    Ok(())
}

/// Ends what sponsors know of how an account signs in, if its owner manages it from now on: its password must
/// be changed, its devices are revoked, the code of its card is void, and all browsers and apps are signed
/// out but the app that the owner makes this request with. The accounts are the one before the change and the
/// one after it, which is written already (docs/security.md#school-accounts).
pub(crate) async fn end_sponsors_sign_ins(
    op: &Operation,
    tx: &mut Tx,
    [before, after]: [&Account; 2],
) -> Result<()> {
    if !before.is_managed_by_sponsors() || after.is_managed_by_sponsors() {
        return Ok(());
    }
    let account = &after.id;
    let own = op.token.as_deref().unwrap_or_default();
    store::passwords::require_new_password(tx, account, own, op.now).await?;
    if store::devices::revoke_account(&mut *tx, account, op.now).await? > 0 {
        op.record_device_change(tx, AuditedAct::RevokeDevice, account).await?;
        tracing::info!(%account, by = op.log_name(), "devices revoked");
    }
    Ok(())
}
