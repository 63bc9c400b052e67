//! New passwords of accounts, and the sign-ins that they end.

use std::collections::HashMap;

use domain::{Account, AccountId};
use jiff::Timestamp;

use crate::json::lock_and_change_documents;
use crate::sql::{ROWS_PER_STATEMENT, TableRow, update_rows};
use crate::{Conn, Result, Sql, Tx, account_undos, accounts, password_resets, sessions, tokens};

/// Redeems a key from an email: sets the password of the account, voids all its keys, and ends all its
/// sessions. `None` if the key is no longer valid, for example because another request has just used it.
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

/// Requires the owner of an account to change the password, because others have seen it. The sign-ins that
/// others can have made end: codes of cards and issued keys are void, all sessions end, and so do all
/// sign-ins of apps but that of the access token with the hash `own`. Undoing an earlier change restores no
/// password.
pub async fn require_new_password(tx: &mut Tx, account: &AccountId, own: &str, now: Timestamp) -> Result<()> {
    let Some((_, hash)) = accounts::get_with_password_for_update(tx, account).await? else { return Ok(()) };
    accounts::set_password_hash(tx, account, hash.as_deref(), true).await?;
    account_undos::forget_passwords(tx, account).await?;
    tokens::revoke_other_sign_ins(&mut *tx, account, own, now).await.map(drop)
}

/// Removes the passwords of accounts. Issued keys become void, and all sign-ins end.
pub async fn clear_many(tx: &mut Tx, accounts: &[&AccountId], now: Timestamp) -> Result<()> {
    for some in accounts.chunks(ROWS_PER_STATEMENT) {
        let update = Sql::new("UPDATE accounts SET password_hash = NULL WHERE id IN (?)");
        tx.execute(update.bind_in(some.iter().copied())).await?;
        password_resets::void_open_keys_of_accounts(tx, some).await?;
        sessions::end_all_of_accounts(&mut *tx, some).await?;
        tokens::revoke_accounts(&mut *tx, some, now).await?;
    }
    Ok(())
}

/// The hashes of the passwords of these accounts. Those without a password are left out.
pub async fn list_hashes(mut conn: impl Conn, ids: &[AccountId]) -> Result<HashMap<AccountId, String>> {
    let select =
        Sql::new("SELECT id, password_hash FROM accounts WHERE password_hash IS NOT NULL AND id IN (?)");
    conn.fetch_each(select.for_keys(ids)).await
}

/// Sets the passwords of accounts on behalf of their owners, each with its hash, as [`change_password`] does
/// with one: issued keys are void, and all sign-ins end. The record of each account is written, too: it says
/// whether the person must change the password.
pub async fn change_many(tx: &mut Tx, accounts: &[(&Account, &str)], now: Timestamp) -> Result<()> {
    for some in accounts.chunks(ROWS_PER_STATEMENT) {
        let records: Vec<(&str, &Account)> =
            some.iter().map(|(account, _)| (account.id.as_str(), *account)).collect();
        let documents = lock_and_change_documents(tx, &records).await?;
        let row = |((account, hash), document): (&(&Account, &str), String)| {
            TableRow::new("accounts")
                .set("id", &account.id)
                .set("password_hash", *hash)
                .set("document", document)
        };
        tx.execute_each(update_rows(some.iter().zip(documents).map(row))).await?;
        let ids: Vec<&AccountId> = some.iter().map(|(account, _)| &account.id).collect();
        password_resets::void_open_keys_of_accounts(tx, &ids).await?;
        sessions::end_all_of_accounts(&mut *tx, &ids).await?;
        tokens::revoke_accounts(&mut *tx, &ids, now).await?;
    }
    Ok(())
}
