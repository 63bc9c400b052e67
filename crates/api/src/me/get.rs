//! GET /v2/me (docs/rules/records.md#rule-21).

use axum::extract::State;

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::roles::{InRole, SignedIn};
use crate::records::UserIdentity;
use crate::state::Api;

/// Get the signed-in user
#[utoipa::path(
    get, path = "/v2/me", tag = "My account", operation_id = "get_me",
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The user", body = UserIdentity),
    )
)]
pub async fn get_me(State(api): State<Api>, InRole(op, _): InRole<SignedIn>) -> Result<Json<UserIdentity>> {
    Ok(Json(UserIdentity::new(&api, op.account()?)))
}
