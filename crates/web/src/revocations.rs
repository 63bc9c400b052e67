//! POST /oauth/revocations (docs/rules/authentication.md#rule-8).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use oauth::Credentials;
use serde::Serialize;
use services::grants;

use crate::client::authorization_header;
use crate::replies::require_json;
use crate::{FormParams, TokenProblem, WebState};

/// Status (docs/rules/authentication.md#rule-8).
#[derive(Debug, Serialize)]
pub(crate) struct StatusRecord {
    key: &'static str,
    messages: [&'static str; 1],
    links: [(); 0],
}

/// Revokes an access or refresh token. Unknown tokens count as revoked; tokens of other clients are left
/// alone. `client_id`, `grant_type` and `scope` are ignored if there is a header.
pub(crate) async fn revoke(
    State(state): State<WebState>,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Result<Json<StatusRecord>, TokenProblem> {
    require_json(&headers)?;
    let form = form?;
    let credentials = Credentials::from_revocation(authorization_header(&headers), &form)?;
    grants::revoke(&state.operation(), &credentials, &form).await?;
    Ok(Json(StatusRecord { key: "SUCCESS", messages: ["The token is revoked."], links: [] }))
}
