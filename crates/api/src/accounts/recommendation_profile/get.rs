//! GET /v2/accounts/{userIdentifier}/recommendationProfile (docs/rules/memberships.md#rule-14).

use services::recommendation_profiles;

use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::RecommendationProfileRecord;
use crate::routes;

/// Get an account's recommendation profile
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/recommendationProfile", returns "The profile", errors(UserNotFound),
)]
pub async fn get_account_recommendation_profile(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<RecommendationProfileRecord>> {
    let profile = recommendation_profiles::get_managed(&op, &name).await?;
    let edits = op.changes_account(&profile.account);
    let address = api.absolute_url(&routes::account_recommendation_profile(&profile.account.id));
    Ok(Json(RecommendationProfileRecord::new(&api, profile, edits, address)))
}
