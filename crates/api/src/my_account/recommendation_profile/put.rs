//! PUT /v2/myAccount/recommendationProfile (docs/rules/recommendations.md#rule-6).

use axum::extract::State;
use services::recommendation_profiles;

use super::RecommendationForm;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::Draft;
use crate::http::roles::{As, SignedIn};
use crate::records::RecommendationProfileRecord;
use crate::routes;
use crate::state::Api;

/// Change the caller's recommendation profile
///
/// Omitted parameters keep their value; a list replaces the stored one, and one empty value clears it.
#[utoipa::path(
    put, path = "/v2/myAccount/recommendationProfile", tag = "My account",
    operation_id = "put_my_recommendation_profile",
    request_body(content = RecommendationForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The profile", body = RecommendationProfileRecord),
        (status = 400, description = "INVALID_PARAMETER", body = ErrorBody),
    )
)]
pub async fn put_my_recommendation_profile(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    draft: Draft<RecommendationForm>,
) -> Result<Json<RecommendationProfileRecord>> {
    let address = api.url(routes::MY_RECOMMENDATION_PROFILE);
    let (form, faults) = draft.partial()?;
    let profile = recommendation_profiles::change(&api.library, &user, form.request(), faults).await?;
    Ok(Json(RecommendationProfileRecord::new(&api, profile, true, address)))
}
