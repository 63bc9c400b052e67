//! Keys of pages where a new password is chosen: sent by email, stored as hashes, valid once.

use domain::AccountId;
use jiff::{SignedDuration, Timestamp};

use crate::jobs::JobId;
use crate::sql::TableRow;
use crate::{Conn, Result, Sql, Tx, enrollment_codes};

/// Lifetime of a key that somebody has requested.
pub const GOOD_FOR: SignedDuration = SignedDuration::from_hours(1);

/// Lifetime of the key of an account that staff have created: its owner may read the email days later.
pub const INVITATION_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Limit of emails with concurrently valid keys per account.
const MAX_OPEN_RESETS: i64 = 5;

/// A key for the email of a job.
#[derive(Debug, Clone, Copy)]
pub struct NewResetKey<'a> {
    pub hash: &'a str,
    pub account: &'a AccountId,
    /// The job that sends the email.
    pub request: JobId,
    pub lifetime: SignedDuration,
}

/// Adds a key; each attempt of the job adds one. Returns false if the account has been sent enough emails.
pub async fn insert(tx: &mut Tx, key: &NewResetKey<'_>, now: Timestamp) -> Result<bool> {
    let NewResetKey { hash, account, request, lifetime } = *key;
    let statement = Sql::new(
        "SELECT COUNT(DISTINCT request) FROM password_resets \
         WHERE account_id = $1 AND request <> $2 AND expires_at > $3",
    )
    .bind_all((account, request, now));
    if tx.fetch_one::<i64>(statement).await? >= MAX_OPEN_RESETS {
        return Ok(false);
    }
    let row = TableRow::new("password_resets")
        .set("hash", hash)
        .set("account_id", account)
        .set("request", request)
        .set("expires_at", now.saturating_add(lifetime).unwrap_or(Timestamp::MAX));
    tx.execute(row.insert()).await?;
    Ok(true)
}

/// The account of a key; `None` if it is unknown, used or too old.
pub async fn find_account(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<AccountId>> {
    let statement = Sql::new("SELECT account_id FROM password_resets WHERE hash = $1 AND expires_at > $2")
        .bind_all((hash, now));
    conn.fetch_optional(statement).await
}

/// Uses up a key, and returns its account; `None` if it is no longer valid: another request may have just
/// used it.
pub(crate) async fn take(tx: &mut Tx, hash: &str, now: Timestamp) -> Result<Option<AccountId>> {
    let statement =
        Sql::new("DELETE FROM password_resets WHERE hash = $1 AND expires_at > $2 RETURNING account_id")
            .bind_all((hash, now));
    tx.fetch_optional(statement).await
}

/// Voids the open keys of an account, and its code on a printed card.
pub(crate) async fn void_open_keys(tx: &mut Tx, account: &AccountId) -> Result<()> {
    void_open_keys_of_accounts(tx, &[account]).await
}

/// Voids the open keys of these accounts, and their codes on printed cards, at most as many as a statement
/// can bind.
pub(crate) async fn void_open_keys_of_accounts(tx: &mut Tx, accounts: &[&AccountId]) -> Result<()> {
    let delete = Sql::new("DELETE FROM password_resets WHERE account_id IN (?)");
    tx.execute(delete.bind_in(accounts.iter().copied())).await?;
    enrollment_codes::void_open_codes(tx, accounts).await
}

/// Removes keys that expired before a moment; returns how many.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM password_resets WHERE expires_at < $1").bind(before)).await
}
