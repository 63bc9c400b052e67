//! DELETE /v2/partnerAccessToken (docs/rules/documents.md#rule-5).

use axum::http::StatusCode;
use services::drive;

use crate::http::{DriveUser, InRole, Result};

/// Disconnect from the partner's drive
///
/// The stored tokens are deleted, and revoked at the drive.
#[endpoint::delete("/v2/partnerAccessToken", returns "No longer connected, or never connected")]
pub async fn delete_partner_access_token(InRole { op, .. }: InRole<DriveUser>) -> Result<StatusCode> {
    drive::disconnect(&op).await?;
    Ok(StatusCode::NO_CONTENT)
}
