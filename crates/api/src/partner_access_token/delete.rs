//! DELETE /v2/partnerAccessToken (spec 4, 1.3).

use axum::extract::State;
use axum::http::StatusCode;

use super::DriveUser;
use crate::drive;
use crate::http::errors::{ErrorBody, Result};
use crate::http::roles::As;
use crate::state::Api;

/// Disconnect from the partner's drive
///
/// The stored tokens are deleted, and the drive is told that they are not wanted any more.
#[utoipa::path(
    delete, path = "/v2/partnerAccessToken", tag = "Limited-client services",
    operation_id = "delete_partner_access_token",
    extensions(("x-who" = json!("Any user, with a key for the drive"))),
    responses(
        (status = 204, description = "Not connected any more, or never was"),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
    )
)]
pub async fn delete_partner_access_token(
    State(api): State<Api>,
    As(DriveUser(user)): As<DriveUser>,
) -> Result<StatusCode> {
    let tokens = match &api.library.settings.drive {
        Some(connector) => drive::stored(&api, connector, user.id()).await?,
        None => None,
    };
    store::drive_connections::remove(&api.db, user.id()).await?;
    if let (Some(connector), Some(tokens)) = (&api.library.settings.drive, tokens)
        && let Err(error) = connector.drive.disconnect(&tokens).await
    {
        // The tokens are forgotten here either way.
        tracing::warn!(%error, "the drive was not told that tokens are not wanted any more");
    }
    Ok(StatusCode::NO_CONTENT)
}
