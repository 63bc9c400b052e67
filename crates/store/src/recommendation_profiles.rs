//! Recommendation profiles of accounts.

use domain::AccountId;
use domain::recommendation_profiles::RecommendationProfile;

use crate::json::lock_and_change_document;
use crate::sql::TableRow;
use crate::{Conn, Result, Sql, Tx};

/// An account's profile; an empty one where nothing was set.
pub async fn get(mut conn: impl Conn, account: &AccountId) -> Result<RecommendationProfile> {
    let statement =
        Sql::new("SELECT document FROM recommendation_profiles WHERE account_id = $1").bind(account);
    Ok(conn.fetch_optional(statement).await?.unwrap_or_default())
}

pub async fn set(tx: &mut Tx, account: &AccountId, profile: &RecommendationProfile) -> Result<()> {
    let document = lock_and_change_document(tx, account.as_str(), profile).await?;
    let row = TableRow::new("recommendation_profiles").set("account_id", account).set("document", document);
    tx.execute(row.upsert(&["account_id"])).await.map(drop)
}
