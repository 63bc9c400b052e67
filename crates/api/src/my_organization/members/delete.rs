//! DELETE /v2/myOrganization/members/{userIdentifier} (docs/rules/organizations.md#rule-6).

use axum::http::StatusCode;
use services::members;

use crate::http::errors::{ErrorBody, Result};
use crate::http::path::Segments;
use crate::http::roles::{InRole, Sponsor};

/// Remove a member from the caller's organization
///
/// The person leaves the organization and its lists, and loses assigned titles. An account without another
/// role is deleted: it can no longer sign in.
#[utoipa::path(
    delete, path = "/v2/myOrganization/members/{userIdentifier}", tag = "My organization",
    operation_id = "delete_my_member",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 204, description = "Removed"),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: not a member of the organization", body = ErrorBody),
    )
)]
pub async fn delete_my_member(
    InRole(op, _): InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    members::remove(&op, &op.require_sponsor()?.organization.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
