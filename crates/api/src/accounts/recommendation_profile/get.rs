//! GET /v2/accounts/{userIdentifier}/recommendationProfile (docs/rules/memberships.md#rule-14).

use axum::extract::State;
use services::recommendation_profiles;

use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::RecommendationProfileRecord;
use crate::routes;
use crate::state::Api;

/// Get an account's recommendation profile
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}/recommendationProfile", tag = "Membership: accounts",
    operation_id = "get_account_recommendation_profile",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The profile", body = RecommendationProfileRecord),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_account_recommendation_profile(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<RecommendationProfileRecord>> {
    let profile = recommendation_profiles::get_managed(&op, &name).await?;
    let edits = op.changes_account(&profile.account);
    let address = api.absolute_url(&routes::account_recommendation_profile(&profile.account.id));
    Ok(Json(RecommendationProfileRecord::new(&api, profile, edits, address)))
}
