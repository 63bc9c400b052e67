//! GET /v2/competentAuthority/{recordIdentifier} (docs/rules/accounts.md#rule-9,
//! docs/rules/records.md#rule-31).

use axum::extract::State;
use services::confirmations;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{AuthorityKey, InRole};
use crate::records::AuthorityRecord;
use crate::state::Api;

/// Get a member's request to confirm a disability
#[utoipa::path(
    get, path = "/v2/competentAuthority/{recordIdentifier}", tag = "Limited-client services",
    operation_id = "get_confirmation",
    params(("recordIdentifier" = String, Path, description = "The identifier in the email")),
    extensions(("x-who" = json!("Keys with the privilege competentAuthority; no token needed"))),
    responses(
        (status = 200, description = "The request", body = AuthorityRecord),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "RECORD_NOT_FOUND: unknown, used, or older than 60 days", body = ErrorBody),
    )
)]
pub async fn get_confirmation(
    State(api): State<Api>,
    InRole(op, _): InRole<AuthorityKey>,
    Segments((key,)): Segments<(String,)>,
) -> Result<Json<AuthorityRecord>> {
    let requested = confirmations::get(&op, &key).await?;
    Ok(Json(AuthorityRecord::new(&api, &key, &requested)))
}
