//! The account that a path of membership staff names. For staff of another site it does not exist (spec 4, 4.9).

use domain::accounts::Account;
use store::Tx;

use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::MembershipStaff;
use crate::state::Api;

/// The account `{userIdentifier}`, to be read: 404 `USER_NOT_FOUND` when nobody is called so, or somebody of a site
/// that the staff does not manage. Removed accounts are found by their `userAccountId`; their record says so.
pub async fn named(api: &Api, staff: &MembershipStaff, identifier: &str) -> Result<Account> {
    let account = store::accounts::by_identifier(&api.db, identifier).await?;
    let theirs = account.filter(|account| staff.manages(&account.site));
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// The same to be changed, kept as it is until the transaction ends: 404 `USER_NOT_FOUND` for removed accounts too,
/// and 403 `OPERATION_NOT_ALLOWED` for accounts that only administrators change.
pub async fn held(tx: &mut Tx, staff: &MembershipStaff, identifier: &str) -> Result<Account> {
    let account = store::accounts::by_identifier_for_update(tx, identifier).await?;
    let theirs = account.filter(|account| staff.manages(&account.site) && !account.deleted);
    let account = theirs.ok_or(ErrorKey::UserNotFound)?;
    if staff.0.reader.account.changes_account(&account) {
        Ok(account)
    } else {
        Err(ErrorKey::OperationNotAllowed.into())
    }
}
