//! Keys of pages where a new password is chosen: sent by letter, kept as hashes, good once.

use domain::ids::AccountId;
use jiff::{SignedDuration, Timestamp};

use crate::conn::Conn;
use crate::error::Result;
use crate::jobs::JobId;
use crate::sql::Sql;
use crate::tx::Tx;
use crate::{accounts, tokens};

/// How long a key is good.
pub const GOOD_FOR: SignedDuration = SignedDuration::from_hours(1);

/// Letters to one account whose keys may be good at once: whoever asks more often has letters enough.
const AT_ONCE: i64 = 5;

/// Adds a key, as a hash, for the letter of this job; each try of the job adds one. False when the account has been
/// sent enough letters.
pub async fn insert(
    tx: &mut Tx,
    hash: &str,
    account: &AccountId,
    request: JobId,
    now: Timestamp,
) -> Result<bool> {
    let statement = Sql::new(
        "SELECT COUNT(DISTINCT request) FROM password_resets \
         WHERE account_id = $1 AND request <> $2 AND expires_at > $3",
    )
    .bind(account.as_str())
    .bind(request)
    .time(now);
    if tx.one::<(i64,)>(statement).await?.0 >= AT_ONCE {
        return Ok(false);
    }
    let statement = Sql::new(
        "INSERT INTO password_resets (hash, account_id, request, expires_at) VALUES ($1, $2, $3, $4)",
    )
    .bind(hash)
    .bind(account.as_str())
    .bind(request)
    .time(now.saturating_add(GOOD_FOR).unwrap_or(Timestamp::MAX));
    tx.execute(statement).await?;
    Ok(true)
}

/// The account that a key is for; none when it is unknown, used or too old.
pub async fn account(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<AccountId>> {
    let statement = Sql::new("SELECT account_id FROM password_resets WHERE hash = $1 AND expires_at > $2")
        .bind(hash)
        .time(now);
    Ok(conn.optional::<(String,)>(statement).await?.map(|(id,)| AccountId(id)))
}

/// Uses a key: the account has this password from now on, all its keys are used up, and everything that was signed
/// in is signed out. None when the key is no longer good: somebody else may have used it a moment ago.
pub async fn redeem(
    tx: &mut Tx,
    hash: &str,
    password_hash: &str,
    now: Timestamp,
) -> Result<Option<AccountId>> {
    let statement =
        Sql::new("DELETE FROM password_resets WHERE hash = $1 AND expires_at > $2 RETURNING account_id")
            .bind(hash)
            .time(now);
    let Some((id,)) = tx.optional::<(String,)>(statement).await? else { return Ok(None) };
    let id = AccountId(id);
    change(tx, &id, password_hash, false, now).await?;
    Ok(Some(id))
}

/// Gives an account another password by other hands than its owner's app: keys that are out are void, as with every
/// new password, and everything that was signed in is signed out. `needs_new` says that the person must change it.
/// False when there is no such account.
pub async fn change(
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

/// Gives an account the password that its owner chose in an app: all that was signed in elsewhere is signed out, the
/// sign-in of the access token with the hash `own` goes on. False when there is no such account.
pub async fn choose(
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

/// Voids the keys of an account that are out.
pub(crate) async fn void(tx: &mut Tx, account: &AccountId) -> Result<()> {
    let keys = Sql::new("DELETE FROM password_resets WHERE account_id = $1").bind(account.as_str());
    tx.execute(keys).await.map(drop)
}

/// Removes keys that ran out before a moment; tells how many.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM password_resets WHERE expires_at < $1").time(before)).await
}
