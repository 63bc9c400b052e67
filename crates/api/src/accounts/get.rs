//! GET /v2/accounts/{userIdentifier} (docs/rules/memberships.md#rule-7).

use axum::extract::State;

use services::accounts::manage;

use super::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::UserAccount;
use crate::state::Api;

/// Get an account
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}", tag = "Membership: accounts", operation_id = "get_account",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The account", body = UserAccount),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site", body = ErrorBody),
    )
)]
pub async fn get_account(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<UserAccount>> {
    let shown = manage::get(&op, &name).await?;
    Ok(Json(UserAccount::from_managed(&api, &op, shown)?))
}
