//! DELETE /v2/myOrganization/sponsors/{userIdentifier} (docs/rules/organizations.md#rule-6).

use axum::http::StatusCode;
use services::organizations::sponsors;

use crate::http::{AdminKey, InRole, PrimaryContact, Result, Segments};

/// Remove a sponsor
///
/// An account without another role is deleted. The primary contact takes over the organization's lists, and
/// cannot be removed.
#[endpoint::delete(
    "/v2/myOrganization/sponsors/{userIdentifier}", returns "Removed",
    errors(UserNotFound, PrimaryContact: "assign the role to another sponsor first"),
)]
pub async fn remove_my_sponsor(
    InRole { op, .. }: InRole<AdminKey<PrimaryContact>>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    sponsors::remove(&op, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
