//! Accounts that connected the partner's drive. Callers seal the values before they store them here.

use domain::AccountId;
use jiff::Timestamp;

use crate::{Conn, Result, Sql};

/// The sealed tokens of an account. `None` if it is not connected.
pub async fn get(mut conn: impl Conn, account: &AccountId) -> Result<Option<Vec<u8>>> {
    let statement =
        Sql::new("SELECT sealed FROM drive_connections WHERE account_id = $1").bind(account.as_str());
    Ok(conn.fetch_optional::<(Vec<u8>,)>(statement).await?.map(|(sealed,)| sealed))
}

/// Connects an account, or replaces its tokens.
pub async fn put(mut conn: impl Conn, account: &AccountId, sealed: Vec<u8>, now: Timestamp) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO drive_connections (account_id, sealed, updated_at) VALUES ($1, $2, $3) \
         ON CONFLICT (account_id) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at",
    )
    .bind(account.as_str())
    .bind(sealed)
    .bind_time(now);
    conn.execute(statement).await.map(|_| ())
}

/// Disconnects an account. False if it was not connected.
pub async fn remove(mut conn: impl Conn, account: &AccountId) -> Result<bool> {
    let statement = Sql::new("DELETE FROM drive_connections WHERE account_id = $1").bind(account.as_str());
    conn.affects_rows(statement).await
}
