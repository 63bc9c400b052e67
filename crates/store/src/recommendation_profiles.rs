//! Recommendation profiles of accounts.

use domain::AccountId;
use domain::recommendation_profiles::RecommendationProfile;

use crate::json::lock_and_change_document;
use crate::{Conn, Result, Sql, Tx, parse_record};

/// An account's profile; an empty one where nothing was set.
pub async fn get(mut conn: impl Conn, account: &AccountId) -> Result<RecommendationProfile> {
    let statement =
        Sql::new("SELECT document FROM recommendation_profiles WHERE account_id = $1").bind(account.as_str());
    let row = conn.fetch_optional::<(String,)>(statement).await?;
    row.map_or_else(|| Ok(RecommendationProfile::default()), |(document,)| parse_record(&document))
}

/// Replaces an account's profile.
pub async fn set(tx: &mut Tx, account: &AccountId, profile: &RecommendationProfile) -> Result<()> {
    let document = lock_and_change_document(tx, account.as_str(), profile).await?;
    let statement = Sql::new(
        "INSERT INTO recommendation_profiles (account_id, document) VALUES ($1, $2) \
         ON CONFLICT (account_id) DO UPDATE SET document = excluded.document",
    )
    .bind(account.as_str())
    .bind(document);
    tx.execute(statement).await.map(|_| ())
}
