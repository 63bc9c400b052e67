//! PUT /v2/myAccount/recommendationProfile (docs/rules/recommendations.md#rule-6).

use services::recommendation_profiles;

use super::RecommendationForm;
use crate::http::{InRole, Json, ParamDraft, Result, SignedIn};
use crate::records::RecommendationProfileRecord;
use crate::routes;

/// Change the caller's recommendation profile
///
/// Omitted parameters keep their value; a list replaces the stored one, and one empty value clears it.
#[endpoint::put("/v2/myAccount/recommendationProfile", returns "The profile")]
pub async fn put_my_recommendation_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<RecommendationForm>,
) -> Result<Json<RecommendationProfileRecord>> {
    let address = api.absolute_url(routes::MY_RECOMMENDATION_PROFILE);
    let (form, faults) = draft.valid_params()?;
    let profile = recommendation_profiles::change(&op, form.into_request(), faults).await?;
    Ok(Json(RecommendationProfileRecord::new(&api, profile, true, address)))
}
