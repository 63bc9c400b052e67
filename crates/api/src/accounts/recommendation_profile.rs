//! Recommendation profile of an account, for membership staff (docs/rules/memberships.md#rule-14,
//! docs/rules/recommendations.md#rule-6).

use services::recommendation_profiles;

use crate::http::{InRole, Json, MembershipStaff, ParamDraft, Result, Segments};
use crate::my_account::recommendation_profile::RecommendationForm;
use crate::records::RecommendationProfileRecord;
use crate::{endpoints, routes};

endpoints! {
    "Membership: accounts": get_account_recommendation_profile, put_account_recommendation_profile;
}

/// Get an account's recommendation profile
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/recommendationProfile", returns "The profile", errors(UserNotFound),
)]
pub async fn get_account_recommendation_profile(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<RecommendationProfileRecord>> {
    let profile = recommendation_profiles::get_managed(&op, &name).await?;
    let edits = op.may_change_account(&profile.account);
    let address = api.absolute_url(&routes::account_recommendation_profile(&profile.account.id));
    Ok(Json(RecommendationProfileRecord::new(&api, profile, edits, address)))
}

/// Change an account's recommendation profile
///
/// Omitted parameters keep their value; a list replaces the stored one, and one empty value clears it.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/recommendationProfile", returns "The profile",
    errors(OperationNotAllowed: "an administrator's account, for others", UserNotFound),
)]
pub async fn put_account_recommendation_profile(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<RecommendationForm>,
) -> Result<Json<RecommendationProfileRecord>> {
    let (form, faults) = draft.valid_params()?;
    let profile = recommendation_profiles::change_for(&op, &name, form.into_request(), faults).await?;
    let address = api.absolute_url(&routes::account_recommendation_profile(&profile.account.id));
    Ok(Json(RecommendationProfileRecord::new(&api, profile, true, address)))
}
