//! DELETE /v2/myOrganization/members/{userIdentifier} (docs/rules/organizations.md#rule-6).

use axum::http::StatusCode;
use services::members;

use crate::http::{InRole, Result, Segments, Sponsor};

/// Remove a member from the caller's organization
///
/// The person leaves the organization and its lists, and loses assigned titles. An account without another
/// role is deleted: it can no longer sign in.
#[endpoint::delete(
    "/v2/myOrganization/members/{userIdentifier}", returns "Removed",
    errors(UserNotFound: "not a member of the organization"),
)]
pub async fn delete_my_member(
    InRole { op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    members::remove(&op, &op.require_sponsor()?.organization.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
