//! DELETE /v2/myOrganization/sponsors/{userIdentifier} (docs/rules/organizations.md#rule-6).

use axum::http::StatusCode;
use services::organizations::sponsors;

use crate::http::errors::{ErrorBody, Result};
use crate::http::path::Segments;
use crate::http::roles::{AdminKey, InRole, PrimaryContact};

/// Remove a sponsor
///
/// An account without another role is deleted. The primary contact takes over the organization's lists, and
/// cannot be removed.
#[utoipa::path(
    delete, path = "/v2/myOrganization/sponsors/{userIdentifier}", tag = "My organization",
    operation_id = "remove_my_sponsor",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!("The primary contact, with keys that have the privilege sponsorAdmin"))),
    responses(
        (status = 204, description = "Removed"),
        (status = 403, description = "CLIENT_NOT_ALLOWED, NOT_SPONSOR, NOT_PRIMARY_CONTACT", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
        (status = 409, description = "PRIMARY_CONTACT: assign the role to another sponsor first", body = ErrorBody),
    )
)]
pub async fn remove_my_sponsor(
    InRole(op, _): InRole<AdminKey<PrimaryContact>>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    sponsors::remove(&op, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
