//! New passwords of accounts, and who is signed out by them.

use domain::ids::AccountId;
use jiff::Timestamp;

use crate::error::Result;
use crate::tx::Tx;
use crate::{accounts, password_resets, tokens};

/// Uses a key that an email took out: the account has this password from now on, all its keys are used up,
/// and all sessions are signed out. `None` if the key is no longer valid: another request may have just used
/// it.
pub async fn redeem_reset_key(
    tx: &mut Tx,
    hash: &str,
    password_hash: &str,
    now: Timestamp,
) -> Result<Option<AccountId>> {
    let Some(id) = password_resets::take(tx, hash, now).await? else { return Ok(None) };
    change_password(tx, &id, password_hash, false, now).await?;
    Ok(Some(id))
}

/// Sets an account's password on behalf of its owner: issued keys are void, as with every new password, and
/// all sign-ins end. `needs_new` says that the person must change it. False if the account does not exist.
pub async fn change_password(
    tx: &mut Tx,
    account: &AccountId,
    password_hash: &str,
    needs_new: bool,
    now: Timestamp,
) -> Result<bool> {
    if !accounts::set_password_hash(tx, account, Some(password_hash), needs_new).await? {
        return Ok(false);
    }
    tokens::revoke_account(&mut *tx, account, now).await?;
    Ok(true)
}

/// Sets the password that the account's owner chose in an app: all other sign-ins end, that of the access
/// token with the hash `own` stays. `false` if the account does not exist.
pub async fn choose_password(
    tx: &mut Tx,
    account: &AccountId,
    password_hash: &str,
    own: &str,
    now: Timestamp,
) -> Result<bool> {
    if !accounts::set_password_hash(tx, account, Some(password_hash), false).await? {
        return Ok(false);
    }
    tokens::revoke_other_sign_ins(&mut *tx, account, own, now).await?;
    Ok(true)
}
