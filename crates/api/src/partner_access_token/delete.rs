//! DELETE /v2/partnerAccessToken (docs/rules/documents.md#rule-5).

use axum::http::StatusCode;
use services::drive;

use crate::http::errors::{ErrorBody, Result};
use crate::http::roles::{DriveUser, InRole};

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
pub async fn delete_partner_access_token(InRole(op, _): InRole<DriveUser>) -> Result<StatusCode> {
    drive::disconnect(&op).await?;
    Ok(StatusCode::NO_CONTENT)
}
