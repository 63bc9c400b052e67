//! Recommendation profile of the caller; membership staff read and write those of others with the same form
//! (docs/rules/recommendations.md#rule-6).

use domain::artifacts::Gender;
use domain::{ContentWarning, NarratorType};
use services::recommendation_profiles::{self, ProfileChange};

use crate::http::{Change, InRole, Json, OneOf, ParamDraft, ReplaceList, Result, ShortText, SignedIn, Years};
use crate::records::RecommendationProfileRecord;
use crate::{endpoints, params, routes};

endpoints! {
    "My account": get_my_recommendation_profile, put_my_recommendation_profile;
}

params! {
    /// The form of a recommendation profile (docs/rules/recommendations.md#rule-6): a sent list replaces the
    /// stored one.
    pub struct RecommendationForm into ProfileChange {
        /// Titles of other sites too.
        include_global_collection: Change<bool>,
        /// tts or human.
        narrator_type: Change<OneOf<NarratorType>>,
        /// male, female or otherNonBinary.
        narrator_gender: Change<OneOf<Gender>>,
        /// Reading age in years.
        reading_age: Change<Years>,
        /// Titles with any of these are excluded.
        excluded_content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Deprecated: titles with these are welcome.
        included_content_warnings: ReplaceList<OneOf<ContentWarning>>,
        /// Names of categories that are excluded.
        excluded_categories: ReplaceList<ShortText>,
        /// Names of categories that are preferred.
        included_categories: ReplaceList<ShortText>,
        /// Display names of authors that are excluded.
        excluded_authors: ReplaceList<ShortText>,
        /// Display names of authors that are preferred.
        included_authors: ReplaceList<ShortText>,
    }
}

/// Get the caller's recommendation profile
#[endpoint::get("/v2/myAccount/recommendationProfile", returns "The profile")]
pub async fn get_my_recommendation_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
) -> Result<Json<RecommendationProfileRecord>> {
    let address = api.absolute_url(routes::MY_RECOMMENDATION_PROFILE);
    let profile = recommendation_profiles::get(&op).await?;
    Ok(Json(RecommendationProfileRecord::new(&api, profile, true, address)))
}

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
