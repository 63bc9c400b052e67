//! GET /v2/myAccount/recommendationProfile (docs/rules/recommendations.md#rule-6).

use services::recommendation_profiles;

use crate::http::{InRole, Json, Result, SignedIn};
use crate::records::RecommendationProfileRecord;
use crate::routes;

/// Get the caller's recommendation profile
#[endpoint::get("/v2/myAccount/recommendationProfile", returns "The profile")]
pub async fn get_my_recommendation_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
) -> Result<Json<RecommendationProfileRecord>> {
    let address = api.absolute_url(routes::MY_RECOMMENDATION_PROFILE);
    let profile = recommendation_profiles::get(&op).await?;
    Ok(Json(RecommendationProfileRecord::new(&api, profile, true, address)))
}
