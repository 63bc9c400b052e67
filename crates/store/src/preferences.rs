//! Preferences of accounts.

use domain::{AccountId, Preferences};

use crate::json::lock_and_change_document;
use crate::sql::TableRow;
use crate::{Conn, Result, Sql, Tx};

/// An account's preferences; the defaults where nothing was set.
pub async fn get(mut conn: impl Conn, account: &AccountId) -> Result<Preferences> {
    let statement = Sql::new("SELECT document FROM preferences WHERE account_id = $1").bind(account);
    Ok(conn.fetch_optional(statement).await?.unwrap_or_default())
}

pub async fn set(tx: &mut Tx, account: &AccountId, preferences: &Preferences) -> Result<()> {
    let document = lock_and_change_document(tx, account.as_str(), preferences).await?;
    let row = TableRow::new("preferences").set("account_id", account).set("document", document);
    tx.execute(row.upsert(&["account_id"])).await.map(drop)
}
