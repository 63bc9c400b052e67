//! Preferences of accounts.

use domain::{AccountId, Preferences};

use crate::json::lock_and_change_document;
use crate::{Conn, Result, Sql, Tx, parse_record};

/// An account's preferences; the defaults where nothing was set.
pub async fn get(mut conn: impl Conn, account: &AccountId) -> Result<Preferences> {
    let statement = Sql::new("SELECT document FROM preferences WHERE account_id = $1").bind(account.as_str());
    let row = conn.fetch_optional::<(String,)>(statement).await?;
    row.map_or_else(|| Ok(Preferences::default()), |(document,)| parse_record(&document))
}

/// Replaces an account's preferences.
pub async fn set(tx: &mut Tx, account: &AccountId, preferences: &Preferences) -> Result<()> {
    let document = lock_and_change_document(tx, account.as_str(), preferences).await?;
    let statement = Sql::new(
        "INSERT INTO preferences (account_id, document) VALUES ($1, $2) \
         ON CONFLICT (account_id) DO UPDATE SET document = excluded.document",
    )
    .bind(account.as_str())
    .bind(document);
    tx.execute(statement).await.map(|_| ())
}
