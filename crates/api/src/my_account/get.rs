//! GET /v2/myAccount (docs/rules/records.md#rule-22).

use axum::extract::State;
use services::accounts::own;

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::roles::{InRole, SignedIn};
use crate::records::AccountSummary;
use crate::state::Api;

/// Get the caller's account
#[utoipa::path(
    get, path = "/v2/myAccount", tag = "My account", operation_id = "get_my_account",
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The account", body = AccountSummary),
    )
)]
pub async fn get_my_account(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
) -> Result<Json<AccountSummary>> {
    Ok(Json(AccountSummary::from_summary(&api, &own::summarize(&op).await?, op.now)))
}
