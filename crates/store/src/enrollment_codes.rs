//! Codes with which a browser is signed in once: the newest one of each account, as its hash
//! (docs/rules/authentication.md#rule-17).

use std::collections::HashMap;

use domain::enrollment_codes::{CODE_LIFETIME, StoredCode};
use domain::{Account, AccountId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, Record as _, Result, Sql, Tx, insert_rows, record};

record! { StoredCode { created: "created_at", expires: "expires_at", used: "used_at" } }

/// Adds codes as hashes, each for an account, that a sponsor has made. Earlier codes of these accounts are
/// void. Conflict `enrollment_codes_hash` for the code of another account.
pub async fn replace_many(
    tx: &mut Tx,
    codes: &[(&AccountId, String)],
    sponsor: &AccountId,
    now: Timestamp,
) -> Result<()> {
    let expires = now.saturating_add(CODE_LIFETIME).unwrap_or(Timestamp::MAX);
    let row = |(account, hash): &(&AccountId, String)| {
        TableRow::new("enrollment_codes")
            .set("account_id", *account)
            .set("hash", hash)
            .set("created_by", sponsor)
            .set("created_at", now)
            .set("expires_at", expires)
            .set("used_at", None::<Timestamp>)
    };
    let statements = insert_rows(codes.iter().map(row), OnConflict::Replace(&["account_id"]));
    tx.execute_each(statements).await.map(drop)
}

/// The account that a code signs in. `None` if the code is unknown, used or too old.
pub async fn find_account(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<Account>> {
    let statement = Sql::new(
        "SELECT a.document FROM enrollment_codes c JOIN accounts a ON a.id = c.account_id \
         WHERE c.hash = $1 AND c.used_at IS NULL AND c.expires_at > $2",
    )
    .bind_all((hash, now));
    conn.fetch_optional(statement).await
}

/// Uses a code of an account, which the transaction has locked. `false` if it is no longer valid: another
/// request may have just used it.
pub async fn use_up(tx: &mut Tx, account: &AccountId, hash: &str, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE enrollment_codes SET used_at = $3 \
         WHERE account_id = $1 AND hash = $2 AND used_at IS NULL AND expires_at > $3",
    )
    .bind_all((account, hash, now));
    tx.affects_rows(statement).await
}

/// The newest code of an account. `None` if it has none.
pub async fn find_newest(mut conn: impl Conn, account: &AccountId) -> Result<Option<StoredCode>> {
    conn.fetch_optional(StoredCode::select_from("enrollment_codes WHERE account_id = $1").bind(account)).await
}

/// The hashes of the codes of these accounts. Those without a code are left out.
pub async fn list_hashes(mut conn: impl Conn, ids: &[AccountId]) -> Result<HashMap<AccountId, String>> {
    let select = Sql::new("SELECT account_id, hash FROM enrollment_codes WHERE account_id IN (?)");
    conn.fetch_each(select.for_keys(ids)).await
}

/// Makes the unused codes of these accounts void, at most as many as a statement can bind.
pub(crate) async fn void_open_codes(tx: &mut Tx, accounts: &[&AccountId]) -> Result<()> {
    let delete = Sql::new("DELETE FROM enrollment_codes WHERE used_at IS NULL AND account_id IN (?)");
    tx.execute(delete.bind_in(accounts.iter().copied())).await.map(drop)
}

/// Invalidates the unused codes that a sponsor has created, because the sponsor knows them.
pub(crate) async fn void_codes_of_sponsor(tx: &mut Tx, sponsor: &AccountId) -> Result<()> {
    let statement = Sql::new("DELETE FROM enrollment_codes WHERE used_at IS NULL AND created_by = $1");
    tx.execute(statement.bind(sponsor)).await.map(drop)
}

/// Removes codes that expired before a moment. Returns how many.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM enrollment_codes WHERE expires_at < $1").bind(before)).await
}
