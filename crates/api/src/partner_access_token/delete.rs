//! DELETE /v2/partnerAccessToken (docs/rules/documents.md#rule-5).

use axum::extract::State;
use axum::http::StatusCode;
use services::drive::{self, DriveUser};

use crate::http::errors::{ErrorBody, Result};
use crate::http::roles::InRole;
use crate::state::Api;

/// Disconnect from the partner's drive
///
/// The stored tokens are deleted, and revoked at the drive.
#[utoipa::path(
    delete, path = "/v2/partnerAccessToken", tag = "Limited-client services",
    operation_id = "delete_partner_access_token",
    extensions(("x-who" = json!("Any user, with a key for the drive"))),
    responses(
        (status = 204, description = "No longer connected, or never connected"),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
    )
)]
pub async fn delete_partner_access_token(
    State(api): State<Api>,
    InRole(user): InRole<DriveUser>,
) -> Result<StatusCode> {
    drive::disconnect(&api.library, &user).await?;
    Ok(StatusCode::NO_CONTENT)
}
