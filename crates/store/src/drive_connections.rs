//! Accounts that connected the partner's drive. Callers seal the values before they store them here.

use domain::AccountId;
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Result, Sql};

/// The sealed tokens of an account. `None` if it is not connected.
pub async fn get(mut conn: impl Conn, account: &AccountId) -> Result<Option<Vec<u8>>> {
    let statement = Sql::new("SELECT sealed FROM drive_connections WHERE account_id = $1").bind(account);
    conn.fetch_optional(statement).await
}

/// Connects an account, or replaces its tokens.
pub async fn put(mut conn: impl Conn, account: &AccountId, sealed: Vec<u8>, now: Timestamp) -> Result<()> {
    let row = TableRow::new("drive_connections")
        .set("account_id", account)
        .set("sealed", sealed)
        .set("updated_at", now);
    conn.execute(row.upsert(&["account_id"])).await.map(drop)
}

/// Disconnects an account. False if it was not connected.
pub async fn remove(mut conn: impl Conn, account: &AccountId) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM drive_connections WHERE account_id = $1").bind(account)).await
}
