//! GET /v2/myOrganization/members/{userIdentifier}/preferences (docs/rules/accounts.md#rule-7).

use axum::extract::State;
use services::preferences;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, Sponsor};
use crate::records::PreferencesRecord;
use crate::routes;
use crate::state::Api;

/// Get a member's preferences
#[utoipa::path(
    get, path = "/v2/myOrganization/members/{userIdentifier}/preferences", tag = "My organization",
    operation_id = "get_my_member_preferences",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "The preferences, including defaults", body = PreferencesRecord),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: not a member of the organization", body = ErrorBody),
    )
)]
pub async fn get_my_member_preferences(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<PreferencesRecord>> {
    let preferred = preferences::of_member(&op, &name).await?;
    let address = api.absolute_url(&routes::my_member_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
