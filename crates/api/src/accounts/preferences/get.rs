//! GET /v2/accounts/{userIdentifier}/preferences (docs/rules/memberships.md#rule-14).

use axum::extract::State;
use services::preferences;

use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::PreferencesRecord;
use crate::routes;
use crate::state::Api;

/// Get an account's preferences
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}/preferences", tag = "Membership: accounts",
    operation_id = "get_account_preferences",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The preferences, including defaults", body = PreferencesRecord),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_account_preferences(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<PreferencesRecord>> {
    let preferred = preferences::of_account(&op, &name).await?;
    let edits = op.changes_account(&preferred.account);
    let address = api.absolute_url(&routes::account_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, edits, op.today(), address)))
}
